/** One action on the whole demonstration: what it does, a confirmation that is typed, and how it ended. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type SubmitEvent, useContext, useId, useState } from 'react';
import type { RunGraphql } from '../../data/graphql.ts';
import { GraphqlContext } from '../../session/contexts.ts';
import type { Replacement } from './report.ts';

export type Action = Replacement['acao'];

interface Texts {
  readonly title: string;
  readonly about: readonly string[];
  /** What the person types. */
  readonly word: string;
  readonly button: string;
  readonly running: string;
  readonly done: (rows: number) => string;
}

const TEXTS: Readonly<Record<Action, Texts>> = {
  retirar: {
    title: 'Retirar o conteúdo de demonstração',
    about: [
      'Saem do site: as notícias, comunicados, banners, páginas, perguntas frequentes, documentos, reuniões, pessoas, unidades, contatos, serviços, redirecionamentos e arquivos que vieram com a demonstração.',
      'Ficam: tudo o que a equipe escreveu ou alterou e o que isso usa; o nome, a cor e as configurações do site; menus, seções e categorias da transparência, órgãos colegiados, feriados e glossário.',
      'Os itens de menu que levavam a páginas da demonstração são desligados; cada um volta sozinho quando o instituto publica uma página com o mesmo endereço.',
      'Uma cópia fica guardada. Você pode trazer a demonstração de volta na tela de início.',
    ],
    word: 'RETIRAR',
    button: 'Retirar agora',
    running: 'Retirando o conteúdo de demonstração. Pode levar até meio minuto; não feche esta tela.',
    done: (rows) => `O conteúdo de demonstração saiu do site: ${rows.toLocaleString('pt-BR')} registros.`,
  },
  devolver: {
    title: 'Trazer a demonstração de volta',
    about: [
      'O conteúdo retirado volta ao site, ao lado do que a equipe escreveu desde então. Um registro que ocupa o lugar de outro fica: o da demonstração não volta.',
      'O site volta a avisar que mostra conteúdo de demonstração. A cópia é usada e deixa de existir.',
    ],
    word: 'DEVOLVER',
    button: 'Trazer de volta agora',
    running: 'Trazendo a demonstração de volta. Pode levar até meio minuto; não feche esta tela.',
    done: (rows) => `A demonstração voltou ao site: ${rows.toLocaleString('pt-BR')} registros.`,
  },
};

const REPLACE = 'mutation Replace($acao: String!) { insert_troca_de_conteudo_one(object: {acao: $acao}) { id acao linhas } }';
const LAST = 'query LastReplacement { troca_de_conteudo(order_by: {id: desc}, limit: 1) { id acao linhas } }';

type Done = Pick<Replacement, 'acao' | 'linhas'> & { readonly id: number };

const lastOf = async (run: RunGraphql): Promise<Done | undefined> =>
  (await run<{ readonly troca_de_conteudo: readonly Done[] }>(LAST)).troca_de_conteudo[0];

/** Replaces, and returns the number of rows. An answer that was lost says nothing, so the record of the database is asked then. */
async function replace(run: RunGraphql, acao: Action): Promise<number> {
  const before = await lastOf(run);
  try {
    const answer = await run<{ readonly insert_troca_de_conteudo_one: Done }>(REPLACE, { acao });
    return answer.insert_troca_de_conteudo_one.linhas;
  } catch (error) {
    const last = await lastOf(run).catch(() => undefined);
    if (last !== undefined && last.acao === acao && last.id !== before?.id) return last.linhas;
    throw error;
  }
}

type Progress = { readonly kind: 'asked' | 'running' | 'failed' } | { readonly kind: 'done'; readonly rows: number };

/** Draws the dialog. It cannot be closed while the action runs. */
export function ReplacementDialog({ action, onClose }: { readonly action: Action; readonly onClose: () => void }): ReactElement {
  const id = useId();
  const run = useContext(GraphqlContext);
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [progress, setProgress] = useState<Progress>({ kind: 'asked' });
  const texts = TEXTS[action];
  const isRunning = progress.kind === 'running';
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (run === null || isRunning || typed.trim() !== texts.word) return;
    setProgress({ kind: 'running' });
    try {
      setProgress({ kind: 'done', rows: await replace(run, action) });
    } catch {
      setProgress({ kind: 'failed' });
    }
    // Every list may have other rows now.
    await queries.invalidateQueries();
  };
  return (
    <Dialog open {...(isRunning ? {} : { onClose })} aria-labelledby={id}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={id}>{texts.title}</DialogTitle>
        <DialogContent>
          {progress.kind === 'done' ? null : (
            <>
              {texts.about.map((sentence) => (
                <Typography key={sentence} sx={{ mb: 1 }}>
                  {sentence}
                </Typography>
              ))}
              <TextField
                label={`Para confirmar, digite ${texts.word}`}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                disabled={isRunning}
                autoComplete="off"
                fullWidth
                sx={{ mt: 1 }}
              />
            </>
          )}
          <Outcome texts={texts} progress={progress} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isRunning}>
            {progress.kind === 'done' ? 'Fechar' : 'Cancelar'}
          </Button>
          {progress.kind === 'done' ? null : (
            <Button type="submit" variant="contained" disabled={isRunning || typed.trim() !== texts.word}>
              {texts.button}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Announced when it changes. */
function Outcome({ texts, progress }: { readonly texts: Texts; readonly progress: Progress }): ReactElement {
  return (
    <Typography component="output" sx={{ display: 'block', mt: 2 }}>
      {progress.kind === 'running' ? (
        <>
          {texts.running}
          <LinearProgress aria-hidden sx={{ mt: 1 }} />
        </>
      ) : null}
      {progress.kind === 'done' ? texts.done(progress.rows) : null}
      {progress.kind === 'failed' ? (
        <Alert severity="error" role="presentation">
          Não foi possível concluir. A mudança é feita por inteiro ou não é feita: confira na tela de início e tente de novo em instantes.
        </Alert>
      ) : null}
    </Typography>
  );
}
