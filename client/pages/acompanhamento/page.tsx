import type { ReactElement } from 'react';
import type { CaseScreen } from '../../../shared/cases/case-screen.ts';
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
  return <FormularioDeConsulta form={screen?.kind === 'trackingForm' ? screen.form : EMPTY} />;
}
