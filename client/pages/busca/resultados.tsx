import type { ReactElement } from 'react';
import { BuscaDocument } from '../../../shared/graphql/generated/documents/Busca.ts';
import { formatResultCount, listTotal } from '../../../shared/routes/list-filter.ts';
import { facetasDe, type Resultado, resultadosDe, resultadosRecomendados } from '../../../shared/routes/search-results.ts';
import { LAST_SEARCH_PAGE, SEARCH_PAGE_SIZE, type SiteSearch, searchQueryString } from '../../../shared/routes/site-search.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Badge } from '../../components/content/badge/badge.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Pagination } from '../../components/lists/pagination/pagination.tsx';
import styles from './busca.module.css';
import { Filtros } from './filtros.tsx';
import { SemResultados } from './sem-resultados.tsx';
import { textoCorrigido } from './texto-corrigido.ts';
import { TextoMarcado } from './texto-marcado.tsx';

/** Results of one page, the best first, with what narrows them. */
export function Resultados({ busca }: { readonly busca: SiteSearch }): ReactElement {
  const dados = useOperation(BuscaDocument);
  const total = listTotal(dados.resultado);
  const recomendados = busca.pagina === 1 ? resultadosRecomendados(dados) : [];
  const facetas = facetasDe(dados.resultado);
  if (total === 0 && recomendados.length === 0) {
    return <SemResultados busca={busca} facetas={facetas} semAssunto={dados.resultado[0]?.lexemas === ''} />;
  }
  const resultados = resultadosDe(dados.resultado);
  const lexemas = (dados.resultado[0]?.lexemas ?? '').split(' ').filter((lexema) => lexema !== '');
  const href = (pagina: number): string => routePath('busca') + searchQueryString({ ...busca, pagina });
  return (
    <Section title="Resultados" id="resultados">
      <Stack>
        <Contagem busca={busca} total={total} modo={dados.resultado[0]?.modo ?? null} corrigida={dados.resultado[0]?.corrigida ?? null} />
        <Filtros busca={busca} facetas={facetas} />
        <ListaDeResultados resultados={recomendados} lexemas={lexemas} />
        {total > 0 && resultados.length === 0 ? (
          <p>
            Não há mais resultados nesta página. <a href={href(1)}>Voltar à primeira</a>
          </p>
        ) : (
          <ListaDeResultados resultados={resultados} lexemas={lexemas} />
        )}
        <Pagination
          page={busca.pagina}
          pageSize={SEARCH_PAGE_SIZE}
          total={Math.min(total, LAST_SEARCH_PAGE * SEARCH_PAGE_SIZE)}
          href={href}
          label="Páginas da busca"
        />
      </Stack>
    </Section>
  );
}

interface ContagemProps {
  readonly busca: SiteSearch;
  readonly total: number;
  readonly modo: string | null;
  readonly corrigida: string | null;
}

function Contagem({ busca: { q, pagina }, total, modo, corrigida }: ContagemProps): ReactElement {
  const shown = modo === 'corrigida' && corrigida !== null ? textoCorrigido(q, corrigida) : q;
  return (
    <Stack gap="s">
      {modo === 'corrigida' ? (
        <p>
          Nenhum resultado tem “{q}”. Você quis dizer <strong>{shown}</strong>?
        </p>
      ) : null}
      {modo === 'parte' ? <p>Nenhum resultado tem todas as palavras. Estes têm parte delas.</p> : null}
      <p>
        <output>
          {formatResultCount(total, { one: 'resultado', many: 'resultados' })} para “{shown}”{pagina > 1 ? ` · página ${pagina}` : ''}
        </output>
      </p>
    </Stack>
  );
}

interface ListaProps {
  readonly resultados: readonly Resultado[];
  readonly lexemas: readonly string[];
}

function ListaDeResultados({ resultados, lexemas }: ListaProps): ReactElement | null {
  if (resultados.length === 0) return null;
  return (
    <ul className={styles.lista}>
      {resultados.map((resultado) => (
        <LinhaDeResultado key={resultado.chave} resultado={resultado} lexemas={lexemas} />
      ))}
    </ul>
  );
}

function LinhaDeResultado({ resultado, lexemas }: { readonly resultado: Resultado; readonly lexemas: readonly string[] }): ReactElement {
  const { titulo, href, tipo, trecho, pagina, data, emVigor } = resultado;
  return (
    <li className={styles.resultado}>
      <a href={href} className={styles.titulo}>
        <TextoMarcado texto={titulo} lexemas={lexemas} />
      </a>
      {trecho === null || trecho === '' ? null : (
        <p className={styles.resumo}>
          <TextoMarcado texto={trecho} lexemas={lexemas} />
        </p>
      )}
      <p className={styles.rodape}>
        <Badge>{tipo}</Badge>
        {emVigor ? null : <Badge tone="warning">Encerrado</Badge>}
        {pagina === null ? null : <span>página {pagina} do PDF</span>}
        {data === null ? null : <DateTime date={data} format="short" />}
      </p>
    </li>
  );
}
