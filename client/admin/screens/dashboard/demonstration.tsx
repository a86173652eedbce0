/**
 * The demonstration content, for administrators: they replace it by what the institution writes, and bring it back while its copy is there.
 * The person who did it last is read from the database; whether it was loaded at all, from the document of the application.
 */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactElement, useState } from 'react';
import { lazyComponent } from '../../loading/lazy-component.tsx';
import { useTableAccess } from '../../session/contexts.ts';
import { useTimeZone, writtenDayOf } from '../../time/institution-time.ts';
import type { Action } from './replacement-dialog.tsx';
import type { DashboardReport, Replacement } from './report.ts';

const ReplacementDialog = lazyComponent({ load: async () => (await import('./replacement-dialog.tsx')).ReplacementDialog });

/** Draws what can be done; nothing where there is no demonstration, or for a role that may not replace it. */
export function Demonstration({ report: { replacements } }: { readonly report: DashboardReport }): ReactElement | null {
  const [asked, setAsked] = useState<Action | null>(null);
  const { insertable } = useTableAccess('troca_de_conteudo');
  const [last] = replacements ?? [];
  const action = nextAction(last);
  // The dialog tells the end of its work after the action that is possible has become the other one.
  if (!insertable.has('acao') || (action === null && asked === null)) return null;
  return (
    <>
      {action === 'retirar' ? <Loaded onAsk={() => setAsked('retirar')} /> : null}
      {action === 'devolver' && last !== undefined ? <Removed last={last} onAsk={() => setAsked('devolver')} /> : null}
      {asked === null ? null : <ReplacementDialog action={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function nextAction(last: Replacement | undefined): Action | null {
  if (last !== undefined) return last.acao === 'retirar' ? 'devolver' : 'retirar';
  return document.documentElement.hasAttribute('data-demonstration') ? 'retirar' : null;
}

function Loaded({ onAsk }: { readonly onAsk: () => void }): ReactElement {
  return (
    <Alert severity="info" role="note" sx={{ mt: 2 }}>
      <AlertTitle component="h2">O site mostra conteúdo de demonstração</AlertTitle>
      <Typography variant="body2">
        Quando o instituto for publicar o próprio conteúdo, retire a demonstração de uma vez. O que a equipe escreveu ou alterou fica no
        site, e uma cópia do que sai fica guardada.
      </Typography>
      <Button variant="outlined" onClick={onAsk} sx={{ mt: 1 }}>
        Retirar o conteúdo de demonstração
      </Button>
    </Alert>
  );
}

function Removed({ last, onAsk }: { readonly last: Replacement; readonly onAsk: () => void }): ReactElement {
  const day = writtenDayOf(last.feita_em, useTimeZone());
  return (
    <Alert severity="success" role="note" sx={{ mt: 2 }}>
      <AlertTitle component="h2">O conteúdo de demonstração foi retirado</AlertTitle>
      <Typography variant="body2">
        {`${last.autor?.nome ?? 'Alguém que saiu'} retirou ${last.linhas.toLocaleString('pt-BR')} registros em ${day}. A cópia deles está guardada. Ficaram, para conferir: o nome e as configurações do site, menus, feriados locais, glossário e quem decide os recursos do SIC.`}
      </Typography>
      <Button variant="outlined" onClick={onAsk} sx={{ mt: 1 }}>
        Trazer a demonstração de volta
      </Button>
    </Alert>
  );
}
