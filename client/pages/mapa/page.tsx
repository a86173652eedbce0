import { type ReactElement, useMemo } from 'react';
import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Opening } from '../../components/layout/page-opening/page-opening.tsx';
import { TableOfContents } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { useSettings } from '../../site-state/contexts.ts';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { lerHorarios } from './endereco.ts';
import { FichaDaUnidade } from './ficha-da-unidade.tsx';
import { unidadesNoMapa } from './lugares.ts';
import { ID_DO_MAPA, MapaInterativo } from './mapa-interativo.tsx';

type Unidade = OperationResults['Unidades']['unidade'][number];

export function PageOpening(): ReactElement {
  return (
    <>
      <Opening lead="Endereço, telefone, horário e condições de acesso. O link “Como chegar” abre o mapa em outro site." />
      <HeaderPart of={UnidadesDocument}>
        <Contagem />
      </HeaderPart>
    </>
  );
}

function Contagem(): ReactElement {
  const total = useOperation(UnidadesDocument).unidade.length;
  return <Opening facts={{ unidades: total === 0 ? null : formatCount(total, 'unidade', 'unidades') }} />;
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={UnidadesDocument}>
      <Unidades />
    </LatePart>
  );
}

/** Units that receive the public stand before those that nobody visits, each in the order of the rows. */
function postosAntes(unidades: readonly Unidade[]): readonly Unidade[] {
  return [...unidades].sort((a, b) => Number(lerHorarios(b.horario).length > 0) - Number(lerHorarios(a.horario).length > 0));
}

/** The list holds all facts. The map follows it when tiles are configured and a unit has a point. */
function Unidades(): ReactElement {
  const { unidade } = useOperation(UnidadesDocument);
  const unidades = useMemo(() => postosAntes(unidade), [unidade]);
  const { mapTileUrl } = useSettings();
  const lugares = useMemo(() => unidadesNoMapa(unidades), [unidades]);
  if (unidades.length === 0) return <EmptyState title="As unidades ainda não foram publicadas" icon="lucide:map-pin" />;
  const temMapa = mapTileUrl !== null && lugares.length > 0;
  const itens = unidades.map(({ id, nome }) => ({ id: `unidade-${id}`, text: nome, level: 2 as const }));
  return (
    <Stack gap="l">
      <TableOfContents title="Unidades" items={temMapa ? [...itens, { id: ID_DO_MAPA, text: 'Mapa', level: 2 }] : itens} />
      {unidades.map((unidade) => (
        <FichaDaUnidade key={unidade.id} unidade={unidade} />
      ))}
      {temMapa ? <MapaInterativo lugares={lugares} tileUrl={mapTileUrl} /> : null}
    </Stack>
  );
}
