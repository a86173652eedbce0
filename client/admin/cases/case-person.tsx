/** The person who wrote: shown after a reason is given, which the case keeps with the name of the reader. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, use, useState } from 'react';
import { useNotify } from 'react-admin';
import type { RunGraphql } from '../data/graphql.ts';
import { faultAndHelp, faultOfLength } from '../forms/field-help.tsx';
import { SteadyButton } from '../forms/steady-button.tsx';
import { FetchContext } from '../session/contexts.ts';
import { type CaseRecord, resendReceipt } from './case-record.ts';
import { Facts } from './facts.tsx';
import { refusalOf } from './refusals.ts';
import { type Person, readPerson } from './step-request.ts';

/** The limit of `casos.leitura.motivo`, which keeps the reason. */
const LONGEST_REASON = 500;

interface CasePersonProps {
  readonly run: RunGraphql;
  readonly record: Pick<CaseRecord, 'id' | 'identificacao' | 'eliminado_em' | 'tem_email' | 'demonstracao'>;
  /** Reads the case again: what is done here is part of it. */
  readonly onRead: () => Promise<unknown>;
}

export function CasePerson({ run, record, onRead }: CasePersonProps): ReactElement {
  const isKnown = record.identificacao !== 'anonima' && record.eliminado_em === null;
  const fetchSignedIn = use(FetchContext);
  const [person, setPerson] = useState<Person | null>(null);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const read = async (): Promise<void> => {
    if (reason.trim().length < 3) return setFault('Escreva o motivo, com pelo menos 3 letras: ele fica registrado no caso.');
    const tooLong = faultOfLength(reason, LONGEST_REASON);
    if (tooLong !== undefined) return setFault(tooLong);
    const outcome = await readPerson(fetchSignedIn, record.id, reason.trim());
    if (outcome.kind === 'refused') return setFault(refusalOf(outcome.reason).text);
    setFault(null);
    setPerson(outcome.value);
    await onRead();
  };
  return (
    <Box component="section" aria-labelledby="pessoa" sx={{ mt: 3 }}>
      <Typography id="pessoa" component="h2" variant="h5">
        Quem escreveu
      </Typography>
      {!isKnown ? (
        <Typography>{record.eliminado_em === null ? 'A pessoa não se identificou.' : 'Os dados pessoais foram eliminados.'}</Typography>
      ) : person === null ? (
        <Box
          component="form"
          noValidate
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, mt: 1, justifyItems: 'start' }}
          onSubmit={(event) => {
            event.preventDefault();
            void read();
          }}
        >
          {record.identificacao === 'sigilosa' ? (
            <Alert severity="warning">A pessoa pediu sigilo: só a Ouvidoria pode saber quem é.</Alert>
          ) : null}
          <TextField
            label="Motivo para ver os dados pessoais"
            value={reason}
            required
            fullWidth
            error={fault !== null}
            helperText={faultAndHelp(fault ?? undefined, 'Fica registrado com seu nome e a hora.')}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" variant="outlined">
            Mostrar os dados pessoais
          </Button>
        </Box>
      ) : (
        <ShownPerson person={person} />
      )}
      {isKnown && !record.demonstracao ? <LostCode run={run} record={record} onSent={onRead} /> : null}
    </Box>
  );
}

/** Sends the receipt again to a citizen who has lost the code: to the address of the case, which the staff need not read for it. */
function LostCode({
  run,
  record: { id, tem_email: hasEmail },
  onSent,
}: {
  readonly run: RunGraphql;
  readonly record: Pick<CaseRecord, 'id' | 'tem_email'>;
  readonly onSent: () => Promise<unknown>;
}): ReactElement {
  const notify = useNotify();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      await resendReceipt(run, id);
      notify('O recibo, com o código de acesso, vai de novo para o e-mail do registro.', { type: 'success' });
      await onSent();
    } catch (error) {
      notify(error instanceof Error ? error.message : 'O recibo não pôde ser enviado.', { type: 'warning' });
    } finally {
      setSending(false);
    }
  };
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2">
        A pessoa perdeu o código de acesso? Ninguém da equipe o vê
        {hasEmail ? '.' : ', e este caso não tem e-mail: o código só está no recibo que a pessoa recebeu.'}
      </Typography>
      {hasEmail ? (
        <SteadyButton variant="outlined" sx={{ mt: 1 }} isIdle={isSending} onClick={() => void send()}>
          Enviar o recibo de novo por e-mail
        </SteadyButton>
      ) : null}
    </Box>
  );
}

function ShownPerson({ person }: { readonly person: Person }): ReactElement {
  const { nome, email, telefone, documento_tipo: kind, documento, documento_ilegivel: isUnreadable, endereco } = person;
  return (
    <>
      <Facts
        facts={[
          ['Nome', nome],
          ['E-mail', email],
          ['Telefone', telefone],
          [kind === 'cnpj' ? 'CNPJ' : 'CPF', documento],
          [
            'Endereço',
            endereco === null
              ? null
              : Object.values(endereco)
                  .filter((part) => typeof part === 'string' && part !== '')
                  .join(', '),
          ],
        ]}
      />
      {isUnreadable ? (
        <Alert severity="warning">O número do documento não pode ser lido com as chaves deste servidor. Avise quem o administra.</Alert>
      ) : null}
    </>
  );
}
