import type { ReactElement } from 'react';
import { OrganogramaDocument } from '../../../shared/graphql/generated/documents/Organograma.ts';
import type { DocumentoCitadoFragment } from '../../../shared/graphql/generated/operations.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { knownBodyPath } from '../../../shared/routes/body-path.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Organograma } from '../../components/people/organograma/organograma.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { arvoreDeUnidades } from './arvore-de-unidades.ts';

export function PageOpening(): ReactElement {
  return (
    <>
      <PageIntro lead="Cada unidade responde à que está acima dela. Escolha uma para ver o que faz, quem responde e onde fica." />
      <HeaderPart of={OrganogramaDocument}>
        <Contagem />
      </HeaderPart>
    </>
  );
}

function Contagem(): ReactElement {
  const total = useOperation(OrganogramaDocument).unidade.length;
  return <PageIntro facts={{ unidades: total === 0 ? null : formatCount(total, 'unidade', 'unidades') }} />;
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={OrganogramaDocument}>
      <Estrutura />
    </LatePart>
  );
}

function Estrutura(): ReactElement {
  const { unidade: unidades, orgao_colegiado: orgaos } = useOperation(OrganogramaDocument);
  const normas = normasDeCriacao(unidades.map(({ norma_criacao }) => norma_criacao));
  return (
    <Stack gap="l">
      <Section title="Estrutura do instituto" id="unidades" titleVisible={false}>
        {unidades.length === 0 ? (
          <EmptyState title="Ainda não publicamos as unidades" icon="lucide:users" />
        ) : (
          <Organograma
            orgaos={orgaos.map(({ id, chave, nome }) => ({ id, nome, href: knownBodyPath(chave) }))}
            raizes={arvoreDeUnidades(unidades)}
            rotulo="Órgãos e unidades do instituto, da direção aos setores"
          />
        )}
      </Section>
      <NormaDaEstrutura normas={normas} />
    </Stack>
  );
}

/** Each norm once, in the order in which the units name them. */
function normasDeCriacao(normas: readonly (DocumentoCitadoFragment | null)[]): readonly DocumentoCitadoFragment[] {
  const ligadas = normas.filter((norma) => norma !== null);
  return [...new Map(ligadas.map((norma) => [norma.id, norma])).values()];
}

function NormaDaEstrutura({ normas }: { readonly normas: readonly DocumentoCitadoFragment[] }): ReactElement {
  return (
    <Section title="Norma que cria a estrutura" id="norma">
      {normas.length === 0 ? (
        <p>
          A norma ainda não foi ligada às unidades. Se precisar dela, <a href={routePath('sic')}>peça ao SIC</a>.
        </p>
      ) : (
        <List>
          {normas.map((norma) => (
            <li key={norma.id}>
              <LinkDoDocumento documento={norma} />
            </li>
          ))}
        </List>
      )}
    </Section>
  );
}
