import { type ReactElement, Suspense } from 'react';
import { FormularioDoCanalDocument } from '../../../shared/graphql/generated/documents/FormularioDoCanal.ts';
import { useFailedOnServer, useOperation } from '../../apollo/use-operation.ts';

/** What the law says, where the institution has not said more. */
const SUPERIOR = 'Autoridade superior à que respondeu';

/** Shows the person who decides an appeal, in each instance that the institution has named. */
export function QuemDecide(): ReactElement {
  return (
    <Suspense fallback={SUPERIOR}>
      <Autoridades />
    </Suspense>
  );
}

function Autoridades(): ReactElement {
  return useFailedOnServer(FormularioDoCanalDocument) ? <>{SUPERIOR}</> : <Lidas />;
}

function Lidas(): ReactElement {
  const [canal] = useOperation(FormularioDoCanalDocument).canal_atendimento;
  // In an element: React ends a late part that ends with text by a mark that the same part has not when it was there at once.
  return <span>{autoridadesEmPalavras(canal?.autoridade_recurso_1 ?? null, canal?.autoridade_recurso_2 ?? null)}</span>;
}

/** Returns the authorities as one phrase. */
function autoridadesEmPalavras(primeira: string | null, segunda: string | null): string {
  if (primeira === null) return SUPERIOR;
  return segunda === null ? primeira : `${primeira}; em 2ª instância, ${segunda}`;
}
