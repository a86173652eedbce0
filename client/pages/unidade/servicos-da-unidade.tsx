import type { ReactElement } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { tempoECusto } from '../servico/textos-do-servico.ts';

type Servico = NonNullable<OperationResults['Unidade']['unidade_by_pk']>['servicos'][number];

/** What a citizen can ask of the unit. */
export function ServicosDaUnidade({ servicos }: { readonly servicos: readonly Servico[] }): ReactElement | null {
  if (servicos.length === 0) return null;
  return (
    <Section title="Serviços" id="servicos">
      <Grid as="ul" columns={2}>
        {servicos.map(({ id, slug, nome, resumo, prazo_maximo_dias, custo }) => (
          <li key={id}>
            <Card title={nome} href={routePath('servico', { slug })} summary={resumo} footer={tempoECusto({ prazo_maximo_dias, custo })} />
          </li>
        ))}
      </Grid>
    </Section>
  );
}
