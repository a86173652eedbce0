import type { ReactElement } from 'react';
import { OrgaoColegiadoDocument } from '../../../shared/graphql/generated/documents/OrgaoColegiado.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { RichText } from '../../components/content/rich-text/rich-text.tsx';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LatePart } from '../late-part.tsx';
import { ComposicaoDoOrgao, OutrasComposicoes } from './composicao-do-orgao.tsx';
import { ReunioesDoOrgao } from './reunioes-do-orgao.tsx';

type Orgao = OperationResults['OrgaoColegiado']['orgao_colegiado'][number];

/** The page of the four collegiate bodies; the route names the body. */
export function PageComponent(): ReactElement {
  return (
    <LatePart of={OrgaoColegiadoDocument} shape="text">
      <OrgaoColegiado />
    </LatePart>
  );
}

/** A collegiate body: its powers, members, meetings and documents. */
function OrgaoColegiado(): ReactElement {
  const [orgao] = useOperation(OrgaoColegiadoDocument).orgao_colegiado;
  if (orgao === undefined) {
    return (
      <EmptyState title="As informações deste órgão ainda não foram publicadas" icon="lucide:users">
        <p>
          Precisa delas agora? <a href={routePath('sic')}>Peça ao SIC</a>.
        </p>
      </EmptyState>
    );
  }
  return (
    <Stack gap="l">
      <Section title="O que faz" id="competencias">
        <Stack>
          {orgao.competencias_html === null ? (
            <p>As competências ainda não foram publicadas.</p>
          ) : (
            <RichText html={orgao.competencias_html} />
          )}
          <DescriptionList
            columns
            items={[
              { label: 'Reúne-se', value: orgao.ritmo?.rotulo },
              { label: 'Norma', value: orgao.norma === null ? null : <LinkDoDocumento documento={orgao.norma} /> },
            ]}
          />
        </Stack>
      </Section>
      <ComposicaoDoOrgao membros={orgao.composicao} />
      <ReunioesDoOrgao chave={orgao.chave} proximas={orgao.proximas} ultimas={orgao.ultimas} />
      <AcervoDoOrgao acervo={orgao.acervo} />
      <OutrasComposicoes membros={orgao.outros} />
    </Stack>
  );
}

/** The lists that hold papers of this body: minutes, resolutions, rules. */
function AcervoDoOrgao({ acervo }: Pick<Orgao, 'acervo'>): ReactElement | null {
  const categorias = acervo.flatMap(({ categoria }) => (categoria === null ? [] : [categoria]));
  if (categorias.length === 0) return null;
  return (
    <Section title="Documentos" id="documentos">
      <Grid as="ul">
        {categorias.map(({ slug, rotulo, descricao }) => (
          <li key={slug}>
            <Card title={rotulo} href={routePath('documentos', { category: slug })} icon="lucide:file-text" summary={descricao} />
          </li>
        ))}
      </Grid>
    </Section>
  );
}
