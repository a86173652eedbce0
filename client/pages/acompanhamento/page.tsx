import type { ReactElement, ReactNode } from 'react';
import type { CaseScreen } from '../../../shared/cases/case-screen.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { useSession } from '../../site-state/contexts.ts';
import { Caso } from './caso.tsx';
import { FormularioDeConsulta } from './formulario-de-consulta.tsx';

const EMPTY: Extract<CaseScreen, { kind: 'trackingForm' }>['form'] = { protocolo: '', codigo: '', errors: [], notice: null, pending: null };

export function PageOpening(): ReactElement {
  return <PageIntro lead="Com o protocolo e o código de acesso do recibo você vê a situação, o prazo e a resposta." />;
}

/** The case of a protocol and code, or the question for both. */
export function PageComponent(): ReactElement {
  const session = useSession();
  const screen = session?.kind === 'case' ? session.screen : null;
  if (screen?.kind === 'tracked') return <Caso screen={screen} />;
  const form = <FormularioDeConsulta form={screen?.kind === 'trackingForm' ? screen.form : EMPTY} />;
  return screen?.kind === 'trackingClosed' ? <Encerrada>{form}</Encerrada> : form;
}

const ENCERRADA = 'A consulta foi encerrada';

function Encerrada({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Stack gap="l">
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has the title of the one before: without it nothing says to a screen reader what was done */}
      <section tabIndex={-1} aria-label={ENCERRADA} data-consulta="encerrada" autoFocus>
        <Alert tone="success" title={ENCERRADA}>
          <p>Este navegador não abre mais o caso sem o código de acesso. Se outras pessoas usam este aparelho, feche também o navegador.</p>
        </Alert>
      </section>
      {children}
    </Stack>
  );
}
