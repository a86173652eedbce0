/** Retention: the cases whose term of keeping is over, their erasure by a typed word, and what was erased by whom. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useRef, useState } from 'react';
import { Loading, Title, useNotify } from 'react-admin';
import type { RunGraphql } from '../data/graphql.ts';
import { SteadyButton } from '../forms/steady-button.tsx';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import { useTimeZone, writtenDayOf, writtenMoment } from '../time/institution-time.ts';
import { channelName } from './case-words.ts';
import { useStatisticsRun } from './desk-access.ts';
import { type DueCase, type Erasure, eraseCases, LISTED, readRetention } from './erasure.ts';

const WORD = 'ELIMINAR';

/** Draws the screen. */
export function RetentionScreen(): ReactElement {
  const run = useStatisticsRun();
  return (
    <Box sx={{ maxWidth: '60rem', p: 1 }}>
      <Title title="Guarda e eliminação" />
      {run === null ? null : <Retained run={run} />}
    </Box>
  );
}

function Retained({ run }: { readonly run: RunGraphql }): ReactElement {
  const { data, error } = useQuery({ queryKey: ['retention'], queryFn: () => readRetention(run) });
  if (error !== null) return <Typography role="alert">A lista não pôde ser lida. Tente de novo.</Typography>;
  if (data === undefined) return <Loading />;
  return (
    <>
      <Typography sx={{ my: 2 }}>
        Casos encerrados são guardados pelo prazo do seu canal e depois eliminados (LGPD, arts. 15 e 16): textos, pessoa, anexos e resposta
        saem, e as estatísticas ficam como estão.
      </Typography>
      <ul>
        {data.terms.map(({ nome, meses_de_guarda: months }) => (
          <li key={nome}>{`${nome}: ${months} meses depois do encerramento`}</li>
        ))}
      </ul>
      <Due run={run} due={data.due} />
      <Erasures erasures={data.erasures} />
    </>
  );
}

function countOf(count: number): string {
  return count === 1 ? '1 caso' : `${count.toLocaleString('pt-BR')} casos`;
}

function Due({ run, due }: { readonly run: RunGraphql; readonly due: readonly DueCase[] }): ReactElement {
  const id = useId();
  const timeZone = useTimeZone();
  const [isAsked, setIsAsked] = useState(false);
  const none = useRef<HTMLElement>(null);
  // The button goes with the last case.
  useLostFocus(due.length === 0, () => none.current);
  return (
    <section aria-labelledby={id}>
      <Typography component="h2" variant="h6" id={id}>
        A eliminar
      </Typography>
      {due.length === 0 ? (
        <Typography ref={none} tabIndex={-1}>
          Nenhum caso passou do prazo de guarda.
        </Typography>
      ) : (
        <>
          <Typography>
            {due.length >= LISTED ? `Há ${LISTED} casos ou mais: estes são os mais antigos.` : `${countOf(due.length)} além do prazo.`}
          </Typography>
          <Box component="ul" sx={{ maxHeight: '20rem', overflow: 'auto' }} tabIndex={0} aria-label="Casos a eliminar">
            {due.map(({ id: key, protocolo, canal, encerrado_em }) => (
              <li key={key}>{`${protocolo}, ${channelName(canal)}, encerrado em ${writtenDayOf(encerrado_em, timeZone)}`}</li>
            ))}
          </Box>
          <Button variant="contained" color="error" onClick={() => setIsAsked(true)}>
            {`Eliminar ${countOf(due.length)}`}
          </Button>
          {isAsked ? <ErasureDialog run={run} due={due} onClose={() => setIsAsked(false)} /> : null}
        </>
      )}
    </section>
  );
}

interface ErasureDialogProps {
  readonly run: RunGraphql;
  readonly due: readonly DueCase[];
  readonly onClose: () => void;
}

function ErasureDialog({ run, due, onClose }: ErasureDialogProps): ReactElement {
  const titleId = useId();
  const [word, setWord] = useState('');
  const [done, setDone] = useState<number | null>(null);
  const notify = useNotify();
  const queries = useQueryClient();
  const erase = async (): Promise<void> => {
    setDone(0);
    try {
      await eraseCases(
        run,
        due.map(({ id }) => id),
        setDone,
      );
      notify(`Eliminado: ${countOf(due.length)}.`, { type: 'success' });
    } catch {
      notify('A eliminação parou antes do fim. A lista mostra o que falta.', { type: 'error' });
    }
    onClose();
    await queries.invalidateQueries({ queryKey: ['retention'] });
  };
  return (
    <Dialog open aria-labelledby={titleId} onClose={done === null ? onClose : () => undefined}>
      <DialogTitle id={titleId}>{`Eliminar ${countOf(due.length)}?`}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" role="note">
          Não há como trazer de volta. Seu nome, a hora e os protocolos ficam registrados.
        </Alert>
        <TextField
          margin="normal"
          fullWidth
          label={`Escreva ${WORD} para confirmar`}
          value={word}
          disabled={done !== null}
          autoComplete="off"
          onChange={({ target }) => setWord(target.value)}
        />
        <output>{done === null ? null : `Eliminados ${done} de ${due.length}…`}</output>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={done !== null}>
          Desistir
        </Button>
        <SteadyButton color="error" variant="contained" isIdle={word.trim() !== WORD || done !== null} onClick={() => void erase()}>
          {`Eliminar ${countOf(due.length)}`}
        </SteadyButton>
      </DialogActions>
    </Dialog>
  );
}

function Erasures({ erasures }: { readonly erasures: readonly Erasure[] }): ReactElement {
  const id = useId();
  const timeZone = useTimeZone();
  return (
    <section aria-labelledby={id}>
      <Typography component="h2" variant="h6" id={id} sx={{ mt: 4 }}>
        O que foi eliminado
      </Typography>
      {erasures.length === 0 ? <Typography>Nada foi eliminado ainda.</Typography> : null}
      {erasures.map((erasure) => (
        <details key={erasure.id}>
          <summary>
            {`${erasure.autor?.nome ?? 'Alguém que saiu'} eliminou ${countOf(erasure.quantidade)} em ${writtenMoment(erasure.eliminado_em, timeZone)}`}
          </summary>
          <p>{erasure.protocolos.join(', ')}</p>
        </details>
      ))}
    </section>
  );
}
