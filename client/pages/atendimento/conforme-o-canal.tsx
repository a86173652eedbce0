import { type ReactElement, Suspense } from 'react';
import { FormularioDoCanalDocument } from '../../../shared/graphql/generated/documents/FormularioDoCanal.ts';
import { useFailedOnServer, useOperation } from '../../apollo/use-operation.ts';

/** The system that takes a channel in place of this site. */
export interface CanalExterno {
  readonly nome: string;
  readonly endereco: string;
}

type Desenho = (externo: CanalExterno | null) => ReactElement;

interface Props {
  /** Shown until it is known. */
  readonly espera: ReactElement | null;
  /** Draws the part of the page. Null: the form is on this page, also where the backend could not say. */
  readonly children: Desenho;
}

/** A part of a channel's page that speaks of its form, or of the system that the institution uses in its place. */
export function ConformeOCanal({ espera, children }: Props): ReactElement {
  return (
    <Suspense fallback={espera}>
      <Escolha desenho={children} />
    </Suspense>
  );
}

function Escolha({ desenho }: { readonly desenho: Desenho }): ReactElement {
  return useFailedOnServer(FormularioDoCanalDocument) ? desenho(null) : <Lido desenho={desenho} />;
}

function Lido({ desenho }: { readonly desenho: Desenho }): ReactElement {
  const [canal] = useOperation(FormularioDoCanalDocument).canal_atendimento;
  const { nome_externo: nome = null, endereco_externo: endereco = null } = canal ?? {};
  return desenho(nome === null || endereco === null ? null : { nome, endereco });
}
