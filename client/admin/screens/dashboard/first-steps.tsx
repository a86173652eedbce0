/** What an institution does first, as long as something of it is missing: name and colour, logo, contacts, first page. */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { ReactElement } from 'react';
import { Link } from 'react-admin';
import type { DashboardReport } from './report.ts';

interface Step {
  readonly done: boolean;
  readonly text: string;
  readonly to: string;
}

/** Draws the steps; nothing when all are done. */
export function FirstSteps({ report }: { readonly report: DashboardReport }): ReactElement | null {
  const steps = stepsOf(report);
  if (steps.every(({ done }) => done)) return null;
  return (
    <Alert severity="info" role="note" sx={{ mt: 2 }}>
      <AlertTitle component="h2">Primeiros passos do site</AlertTitle>
      <ol>
        {steps.map(({ done, text, to }) => (
          <li key={text}>
            <Link to={to}>{text}</Link> {done ? '(feito)' : null}
          </li>
        ))}
      </ol>
    </Alert>
  );
}

/** A role that may not read a part is not asked to fill it. */
function stepsOf({ identity, contacts, pages }: DashboardReport): readonly Step[] {
  const [site] = identity ?? [];
  const identityForm = site === undefined ? '/configuracao_site/create' : '/configuracao_site/1';
  return [
    ...(identity === undefined
      ? []
      : [
          { done: site !== undefined, text: 'Diga o nome e a cor do instituto', to: identityForm },
          { done: site?.logo !== undefined && site.logo !== null && site.logo !== '', text: 'Escolha o logotipo', to: identityForm },
        ]),
    ...(contacts === undefined
      ? []
      : [{ done: contacts.length > 0, text: 'Cadastre um telefone, um e-mail e o endereço', to: '/contato/create' }]),
    ...(pages === undefined ? [] : [{ done: pages.length > 0, text: 'Escreva a primeira página', to: '/pagina/create' }]),
  ];
}
