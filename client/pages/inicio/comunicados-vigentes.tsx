import type { ReactElement } from 'react';
import { ComunicadosVigentesDocument } from '../../../shared/graphql/generated/documents/ComunicadosVigentes.ts';
import { callIndex } from '../../apollo/use-operation.ts';
import { useOperationState } from '../../apollo/use-operation-state.ts';
import { LoadError } from '../../components/feedback/load-error/load-error.tsx';
import { Skeleton } from '../../components/feedback/skeleton/skeleton.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { CartaoComunicado } from '../../components/news/cartao-comunicado/cartao-comunicado.tsx';
import { REFRESHED_ISLAND } from '../../islands/island-marks.ts';
import { usePage } from '../../routing/page.ts';
import { comunicadoDoCartao } from '../comunicados/comunicado-do-cartao.ts';

/** Urgent notices (a suspended service, a term that ends today) reach an open page within two minutes. */
const POLL_MS = 120_000;

/** Most notices that the page shows: the most urgent, then the newest. */
const MAX_NOTICES = 2;

/** The notices in force, kept fresh: by a module of their own while the page is not hydrated, and by the application from then on. */
export function ComunicadosVigentes(): ReactElement {
  return (
    <div data-vivo={REFRESHED_ISLAND} data-operacao={callIndex(usePage(), ComunicadosVigentesDocument)}>
      <Comunicados />
    </div>
  );
}

/** The current ones stay on the page during a refresh and after one that failed. */
function Comunicados(): ReactElement {
  const { state: estado, data, retry: tentarDeNovo } = useOperationState(ComunicadosVigentesDocument, { pollMs: POLL_MS });
  if (data === undefined) {
    return estado === 'error' ? <LoadError onRetry={tentarDeNovo} /> : <Skeleton count={2} />;
  }
  const comunicados = data.prioridade_comunicado.flatMap((prioridade) => prioridade.comunicados).slice(0, MAX_NOTICES);
  return (
    <Stack>
      {estado === 'error' ? <LoadError onRetry={tentarDeNovo} note="Abaixo está o que lemos por último." /> : null}
      {comunicados.length === 0 ? (
        <p>Não há comunicados em vigor.</p>
      ) : (
        <Grid as="ul">
          {comunicados.map((row) => (
            <li key={row.id}>
              <CartaoComunicado comunicado={comunicadoDoCartao(row)} />
            </li>
          ))}
        </Grid>
      )}
    </Stack>
  );
}
