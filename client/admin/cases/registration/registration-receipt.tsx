/** The receipt of a case that the staff has registered, to be handed over: the access code is shown now and never again. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use, useEffect, useRef } from 'react';
import { Link } from 'react-admin';
import { TRACKING_PATH } from '../../../../shared/cases/addresses.ts';
import type { Receipt } from '../../../../shared/cases/case-screen.ts';
import { CHANNEL_NAMES, nextSteps, termInWords } from '../../../../shared/cases/receipt-texts.ts';
import type { RunGraphql } from '../../data/graphql.ts';
import { CasesContext } from '../../session/contexts.ts';
import { useTimeZone, writtenDayOf } from '../../time/institution-time.ts';
import { siteSendsMail } from '../case-words.ts';
import { Facts } from '../facts.tsx';

interface RegistrationReceiptProps {
  readonly receipt: Receipt;
  readonly onNext: () => void;
}

export function RegistrationReceipt({ receipt, onNext }: RegistrationReceiptProps): ReactElement {
  const { channel, protocolo, codigo, registradoEm, prazoEm, email } = receipt;
  const timeZone = useTimeZone();
  const run = use(CasesContext);
  const { data: institution } = useQuery({
    queryKey: ['institution'],
    queryFn: () => readInstitution(run),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box component="section" aria-labelledby="recibo">
      <Typography id="recibo" component="h2" variant="h5" ref={heading} tabIndex={-1}>
        Recibo
      </Typography>
      <Alert severity="success" data-sem-impressao="" sx={{ my: 1 }}>
        O caso foi registrado. Entregue à pessoa o protocolo e o código de acesso: o código não é mostrado de novo.
      </Alert>
      <Facts
        facts={[
          ['Instituição', institution ?? null],
          ['Protocolo', protocolo],
          ['Código de acesso', codigo],
          ['Canal', CHANNEL_NAMES[channel].where],
          ['Recebido em', writtenDayOf(registradoEm, timeZone)],
          ['Prazo da resposta', prazoEm === null ? null : termInWords(prazoEm)],
          ['E-mail informado', email],
          ['Para acompanhar', `${window.location.origin}${TRACKING_PATH}`],
        ]}
      />
      <Typography component="h3" variant="h6">
        O que acontece agora
      </Typography>
      <ul>
        {nextSteps(receipt, siteSendsMail()).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <Box data-sem-impressao="" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button variant="contained" onClick={() => window.print()}>
          Imprimir o recibo
        </Button>
        <Button variant="outlined" onClick={onNext}>
          Registrar outro caso
        </Button>
        <Link to={`/casos?fase=todos&protocolo=${encodeURIComponent(protocolo)}`}>Ver o caso na lista</Link>
      </Box>
    </Box>
  );
}

/** A receipt on paper says whose it is. */
async function readInstitution(run: RunGraphql | null): Promise<string | null> {
  const answer = await run?.<{ readonly configuracao_site: readonly { readonly nome: string }[] }>(
    '{ configuracao_site(limit: 1) { nome } }',
  );
  return answer?.configuracao_site[0]?.nome ?? null;
}
