import { type ReactElement, useMemo } from 'react';
import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { useSettings } from '../../site-state/contexts.ts';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { NotYetPublished } from '../not-yet-published.tsx';
import { separarPostos } from './endereco.ts';
import { OutraUnidade, Posto } from './ficha-da-unidade.tsx';
import { unidadesNoMapa } from './lugares.ts';
import { MapaInterativo } from './mapa-interativo.tsx';

export function PageOpening(): ReactElement {
  return (
    <>
      <PageIntro lead="Endereço, telefone, horário e condições de acesso. O link “Como chegar” abre o mapa em outro site." />
      <HeaderPart of={UnidadesDocument}>
        <Contagem />
      </HeaderPart>
    </>
  );
}

function Contagem(): ReactElement {
  const { unidade: unidades } = useOperation(UnidadesDocument);
  const { postos, outras } = separarPostos(unidades);
  return (
    <PageIntro
      facts={{
        postos: outras.length === 0 ? null : formatCount(postos.length, 'posto de atendimento', 'postos de atendimento'),
        unidades: unidades.length === 0 ? null : formatCount(unidades.length, 'unidade', 'unidades'),
      }}
    />
  );
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={UnidadesDocument}>
      <Unidades />
    </LatePart>
  );
}

/** The list holds all facts. The map follows it when tiles are configured and a unit has a point. */
function Unidades(): ReactElement {
  const { unidade: unidades } = useOperation(UnidadesDocument);
  const { mapTileUrl } = useSettings();
  const { postos, outras } = useMemo(() => separarPostos(unidades), [unidades]);
  const lugares = useMemo(() => unidadesNoMapa([...postos, ...outras]), [postos, outras]);
  if (unidades.length === 0) return <NotYetPublished what="as unidades" icon="lucide:map-pin" />;
  return (
    <Stack gap="l">
      <Section title={outras.length === 0 ? 'Unidades' : 'Postos de atendimento'} id="postos">
        {postos.map((unidade) => (
          <Posto key={unidade.id} unidade={unidade} />
        ))}
      </Section>
      {outras.length === 0 ? null : (
        <Section title="Outras unidades" id="outras-unidades">
          <div>
            {outras.map((unidade) => (
              <OutraUnidade key={unidade.id} unidade={unidade} />
            ))}
          </div>
        </Section>
      )}
      {mapTileUrl !== null && lugares.length > 0 ? <MapaInterativo lugares={lugares} tileUrl={mapTileUrl} /> : null}
    </Stack>
  );
}
