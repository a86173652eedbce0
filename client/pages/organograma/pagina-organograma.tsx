import type { ReactElement } from 'react';
import { OrganogramaDocument } from '../../../shared/graphql/generated/documents/Organograma.ts';
import type { DocumentoCitadoFragment } from '../../../shared/graphql/generated/operations.ts';
import { contar } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Lista } from '../../components/content/list/list.tsx';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { enderecoDoOrgao, LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import { Cartao } from '../../components/layout/card/card.tsx';
import { Grade, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { Organograma } from '../../components/people/organograma/organograma.tsx';
import { arvoreDeUnidades } from './arvore-de-unidades.ts';

export function PaginaOrganograma(): ReactElement {
  const { unidade: unidades, orgao_colegiado: orgaos } = useOperation(OrganogramaDocument);
  const normas = normasDeCriacao(unidades.map(({ norma_criacao }) => norma_criacao));
  return (
    <Pilha espaco="g">
      <Secao titulo="Unidades" id="unidades">
        {unidades.length === 0 ? (
          <Vazio titulo="As unidades ainda não foram publicadas" icone="lucide:network" />
        ) : (
          <Pilha>
            <Lide>
              O instituto tem {contar(unidades.length, 'unidade', 'unidades')}. Cada uma responde à que está acima dela. Escolha uma para
              ver o que faz, quem responde e onde fica.
            </Lide>
            <Organograma raizes={arvoreDeUnidades(unidades)} rotulo="Unidades do instituto, da direção aos setores" />
          </Pilha>
        )}
      </Secao>
      {orgaos.length === 0 ? null : (
        <Secao titulo="Direção e órgãos colegiados" id="orgaos">
          <Grade como="ul" colunas={4}>
            {orgaos.map(({ id, chave, nome }) => (
              <li key={id}>
                <Cartao titulo={nome} href={enderecoDoOrgao(chave) ?? undefined} icone="lucide:users" />
              </li>
            ))}
          </Grade>
        </Secao>
      )}
      <NormaDaEstrutura normas={normas} />
    </Pilha>
  );
}

/** Each norm once, in the order in which the units name them. */
function normasDeCriacao(normas: readonly (DocumentoCitadoFragment | null)[]): readonly DocumentoCitadoFragment[] {
  const ligadas = normas.filter((norma) => norma !== null);
  return [...new Map(ligadas.map((norma) => [norma.id, norma])).values()];
}

function NormaDaEstrutura({ normas }: { readonly normas: readonly DocumentoCitadoFragment[] }): ReactElement {
  return (
    <Secao titulo="Norma que cria a estrutura" id="norma">
      {normas.length === 0 ? (
        <p>
          A norma ainda não foi ligada às unidades. Se precisar dela, <a href={routePath('sic')}>peça ao SIC</a>.
        </p>
      ) : (
        <Lista>
          {normas.map((norma) => (
            <li key={norma.id}>
              <LinkDoDocumento documento={norma} />
            </li>
          ))}
        </Lista>
      )}
    </Secao>
  );
}
