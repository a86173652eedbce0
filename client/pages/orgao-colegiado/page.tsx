import type { ReactElement } from 'react';
import { OrgaoColegiadoDocument } from '../../../shared/graphql/generated/documents/OrgaoColegiado.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { List, RichText } from '../../components/content/rich-text/rich-text.tsx';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { ComposicaoDoOrgao, OutrasComposicoes } from './composicao-do-orgao.tsx';
import { nomeDoMembro, preside } from './membros.ts';
import { ReunioesDoOrgao } from './reunioes-do-orgao.tsx';

type Orgao = OperationResults['OrgaoColegiado']['orgao_colegiado'][number];

export function PageOpening(): ReactElement {
  return (
    <HeaderPart of={OrgaoColegiadoDocument}>
      <Presidencia />
    </HeaderPart>
  );
}

/** Shows the president of the body, the end of the term, and the next meeting. */
function Presidencia(): ReactElement | null {
  const [orgao] = useOperation(OrgaoColegiadoDocument).orgao_colegiado;
  const presidente = orgao?.composicao.find(preside);
  const proxima = orgao?.proximas.find(({ situacao }) => situacao !== 'cancelada');
  return (
    <PageIntro
      facts={{
        presidente: presidente === undefined ? null : `${presidente.cargo}: ${nomeDoMembro(presidente)}`,
        mandato: presidente?.mandato_fim == null ? null : <DateTime date={presidente.mandato_fim} format="short" prefix="Mandato até" />,
        reuniao: proxima === undefined ? null : <DateTime date={proxima.inicio} format="short" prefix="Próxima reunião em" />,
      }}
    />
  );
}

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
      <EmptyState title="Ainda não publicamos as informações deste órgão" icon="lucide:users">
        <p>
          Precisa delas agora? <a href={routePath('sic')}>Peça ao SIC</a>.
        </p>
      </EmptyState>
    );
  }
  return (
    <Stack gap="l">
      <ComposicaoDoOrgao membros={orgao.composicao} />
      <Section title="O que faz" id="competencias">
        <Stack>
          {orgao.competencias_html === null ? <p>Ainda não publicamos as competências.</p> : <RichText html={orgao.competencias_html} />}
          <DescriptionList
            columns
            items={[
              { label: 'Reúne-se', value: orgao.ritmo?.rotulo },
              { label: 'Norma', value: orgao.norma === null ? null : <LinkDoDocumento documento={orgao.norma} /> },
            ]}
          />
        </Stack>
      </Section>
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
      <List>
        {categorias.map(({ slug, rotulo, descricao }) => (
          <li key={slug}>
            <a href={routePath('documentos', { category: slug })}>{rotulo}</a>
            {`: ${descricao}`}
          </li>
        ))}
      </List>
    </Section>
  );
}
