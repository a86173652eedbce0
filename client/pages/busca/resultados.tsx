import type { ReactElement } from 'react';
import { BuscaDocument } from '../../../shared/graphql/generated/documents/Busca.ts';
import { contar } from '../../../shared/locale/numbers.ts';
import { LAST_SEARCH_PAGE, SEARCH_PAGE_SIZE } from '../../../shared/routes/familias/site.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Selo } from '../../components/content/badge/badge.tsx';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { Paginacao } from '../../components/lists/pagination/pagination.tsx';
import { LinkBotao } from '../../components/navigation/button/button.tsx';
import estilos from './busca.module.css';
import { agruparResultados, type Grupo, type Resultado } from './grupos.ts';

interface Props {
  readonly q: string;
  readonly pagina: number;
}

/** The results by kind; a page shows the next ones of every kind. */
export function Resultados({ q, pagina }: Props): ReactElement {
  const grupos = agruparResultados(useOperation(BuscaDocument));
  const total = grupos.reduce((sum, grupo) => sum + grupo.total, 0);
  if (total === 0) return <SemResultados q={q} />;
  const visiveis = grupos.filter(({ resultados }) => resultados.length > 0);
  const longest = Math.min(Math.max(...grupos.map((grupo) => grupo.total)), LAST_SEARCH_PAGE * SEARCH_PAGE_SIZE);
  const href = (outra: number): string =>
    `${routePath('busca')}?${new URLSearchParams(outra === 1 ? { q } : { q, pagina: String(outra) })}`;
  return (
    <Secao titulo="Resultados" id="resultados">
      <Pilha espaco="g">
        <p>
          <output>
            {contar(total, 'resultado', 'resultados')} para “{q}”{pagina > 1 ? ` · página ${pagina}` : ''}
          </output>
        </p>
        {visiveis.length === 0 ? (
          <p>
            Não há mais resultados nesta página. <a href={href(1)}>Voltar à primeira</a>
          </p>
        ) : (
          visiveis.map((grupo) => <GrupoDeResultados key={grupo.titulo} grupo={grupo} />)
        )}
        <Paginacao pagina={pagina} porPagina={SEARCH_PAGE_SIZE} total={longest} href={href} rotulo="Páginas da busca" />
      </Pilha>
    </Secao>
  );
}

function GrupoDeResultados({ grupo }: { readonly grupo: Grupo }): ReactElement {
  return (
    <Secao titulo={`${grupo.titulo} (${grupo.total})`} nivel={3}>
      <ul className={estilos.lista}>
        {grupo.resultados.map((resultado) => (
          <LinhaDeResultado key={resultado.chave} resultado={resultado} />
        ))}
      </ul>
    </Secao>
  );
}

function LinhaDeResultado({ resultado }: { readonly resultado: Resultado }): ReactElement {
  const { titulo, href, tipo, resumo, data } = resultado;
  return (
    <li className={estilos.resultado}>
      <a href={href} className={estilos.titulo}>
        {titulo}
      </a>
      {resumo === null || resumo === '' ? null : <p className={estilos.resumo}>{resumo}</p>}
      <p className={estilos.rodape}>
        <Selo>{tipo}</Selo>
        {data === null ? null : <DataHora data={data} formato="curta" />}
      </p>
    </li>
  );
}

function SemResultados({ q }: { readonly q: string }): ReactElement {
  return (
    <Vazio
      titulo={`Nada encontrado para “${q}”`}
      icone="lucide:search-x"
      acoes={
        <Linha>
          <LinkBotao href={routePath('faq')}>Perguntas frequentes</LinkBotao>
          <LinkBotao href={routePath('menuCompleto')} variante="secundario">
            Menu da transparência
          </LinkBotao>
          <LinkBotao href={routePath('sic')} variante="secundario">
            Pedir a informação ao SIC
          </LinkBotao>
        </Linha>
      }
    >
      <ul className={estilos.dicas}>
        <li>Confira se as palavras estão escritas por inteiro.</li>
        <li>Use menos palavras: todas precisam aparecer no título ou no resumo.</li>
        <li>Troque a sigla pelo nome, ou o nome pela sigla.</li>
      </ul>
    </Vazio>
  );
}
