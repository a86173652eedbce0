import type { ReactElement } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { contar } from '../../../shared/locale/numbers.ts';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Cartao } from '../../components/layout/card/card.tsx';
import { Grade } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';

type Servico = NonNullable<OperationResults['Unidade']['unidade_by_pk']>['servicos'][number];

/** What a citizen can ask of the unit. */
export function ServicosDaUnidade({ servicos }: { readonly servicos: readonly Servico[] }): ReactElement | null {
  if (servicos.length === 0) return null;
  return (
    <Secao titulo="Serviços" id="servicos">
      <Grade como="ul" colunas={2}>
        {servicos.map(({ id, nome, resumo, prazo_maximo_dias, custo }) => (
          <li key={id}>
            <Cartao titulo={nome} resumo={resumo}>
              <Definicoes
                itens={[
                  { rotulo: 'Prazo máximo', valor: prazo_maximo_dias === null ? null : contar(prazo_maximo_dias, 'dia', 'dias') },
                  { rotulo: 'Custo', valor: custo },
                ]}
              />
            </Cartao>
          </li>
        ))}
      </Grade>
    </Secao>
  );
}
