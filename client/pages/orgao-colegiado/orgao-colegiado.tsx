import type { ReactElement } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import { Cartao } from '../../components/layout/card/card.tsx';
import { Grade, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { ComposicaoDoOrgao, OutrasComposicoes } from './composicao-do-orgao.tsx';
import { ReunioesDoOrgao } from './reunioes-do-orgao.tsx';

export type Orgao = OperationResults['OrgaoColegiado']['orgao_colegiado'][number];

/** A collegiate body: what it does, who is in it, when it meets and where its papers are. */
export function OrgaoColegiado({ orgao }: { readonly orgao: Orgao | undefined }): ReactElement {
  if (orgao === undefined) {
    return (
      <Vazio titulo="As informações deste órgão ainda não foram publicadas" icone="lucide:users">
        <p>
          Precisa delas agora? <a href={routePath('sic')}>Peça ao SIC</a>.
        </p>
      </Vazio>
    );
  }
  return (
    <Pilha espaco="g">
      <Secao titulo="O que faz" id="competencias">
        <Pilha>
          {orgao.competencias_html === null ? (
            <p>As competências ainda não foram publicadas.</p>
          ) : (
            <TextoRico html={orgao.competencias_html} />
          )}
          <Definicoes
            colunas
            itens={[
              { rotulo: 'Reúne-se', valor: orgao.ritmo?.rotulo },
              { rotulo: 'Norma', valor: orgao.norma === null ? null : <LinkDoDocumento documento={orgao.norma} /> },
            ]}
          />
        </Pilha>
      </Secao>
      <ComposicaoDoOrgao membros={orgao.composicao} />
      <ReunioesDoOrgao proximas={orgao.proximas} ultimas={orgao.ultimas} />
      <AcervoDoOrgao acervo={orgao.acervo} />
      <OutrasComposicoes membros={orgao.outros} />
    </Pilha>
  );
}

/** The lists that hold papers of this body: minutes, resolutions, rules. */
function AcervoDoOrgao({ acervo }: Pick<Orgao, 'acervo'>): ReactElement | null {
  const categorias = acervo.flatMap(({ categoria }) => (categoria === null ? [] : [categoria]));
  if (categorias.length === 0) return null;
  return (
    <Secao titulo="Documentos" id="documentos">
      <Grade como="ul">
        {categorias.map(({ slug, rotulo, descricao }) => (
          <li key={slug}>
            <Cartao titulo={rotulo} href={routePath('documentos', { category: slug })} icone="lucide:file-text" resumo={descricao} />
          </li>
        ))}
      </Grade>
    </Secao>
  );
}
