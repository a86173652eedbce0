import type { ReactElement } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';

type Servico = NonNullable<OperationResults['Unidade']['unidade_by_pk']>['servicos'][number];

/** What a citizen can ask of the unit. */
export function ServicosDaUnidade({ servicos }: { readonly servicos: readonly Servico[] }): ReactElement | null {
  if (servicos.length === 0) return null;
  return (
    <Section title="Serviços" id="servicos">
      <Grid as="ul" columns={2}>
        {servicos.map(({ id, slug, nome, resumo, prazo_maximo_dias, custo }) => (
          <li key={id}>
            <Card title={nome} href={routePath('servico', { slug })} summary={resumo}>
              <DescriptionList
                items={[
                  { label: 'Prazo máximo', value: prazo_maximo_dias === null ? null : formatCount(prazo_maximo_dias, 'dia', 'dias') },
                  { label: 'Custo', value: custo },
                ]}
              />
            </Card>
          </li>
        ))}
      </Grid>
    </Section>
  );
}
