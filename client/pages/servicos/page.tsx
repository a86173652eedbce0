import type { ReactElement } from 'react';
import { ServicosDocument } from '../../../shared/graphql/generated/documents/Servicos.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { grouped } from '../../../shared/platform/grouped.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { LatePart } from '../late-part.tsx';
import { NotYetPublished } from '../not-yet-published.tsx';
import { tempoECusto } from '../servico/textos-do-servico.ts';

export function PageOpening(): ReactElement {
  return (
    <PageIntro lead="Escolha o que você precisa. Cada serviço diz quem pode pedir, o que levar, quanto custa e em quanto tempo sai." />
  );
}

export function PageComponent(): ReactElement {
  return (
    <Stack gap="l">
      <LatePart of={ServicosDocument} shape="cards" count={6}>
        <ListaDeServicos />
      </LatePart>
      <ArrowLink href={routePath('ouvidoria')}>Um prazo não foi cumprido? Fale com a Ouvidoria</ArrowLink>
    </Stack>
  );
}

type Servico = OperationResults['Servicos']['servico'][number];

/** The services by who may ask for them, in the order of the rows: people look for themselves before they look for a name. */
function ListaDeServicos(): ReactElement {
  const { servico: servicos } = useOperation(ServicosDocument);
  if (servicos.length === 0) return <NotYetPublished what="os serviços" icon="lucide:users" />;
  const grupos = grouped(servicos, ({ publico }) => publico ?? 'Qualquer pessoa');
  return (
    <Stack gap="l">
      {[...grupos].map(([publico, doPublico]) => (
        <Section key={publico} title={publico}>
          <Grid as="ul">
            {doPublico.map((servico) => (
              <li key={servico.id}>
                <CartaoDoServico servico={servico} />
              </li>
            ))}
          </Grid>
        </Section>
      ))}
    </Stack>
  );
}

function CartaoDoServico({ servico: { slug, nome, resumo, prazo_maximo_dias, custo } }: { readonly servico: Servico }): ReactElement {
  return <Card title={nome} href={routePath('servico', { slug })} summary={resumo} footer={tempoECusto({ prazo_maximo_dias, custo })} />;
}
