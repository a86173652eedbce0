import type { ReactElement } from 'react';
import { BuscaDocument } from '../../../shared/graphql/generated/documents/Busca.ts';
import { LAST_SEARCH_PAGE, SEARCH_PAGE_SIZE } from '../../../shared/routes/familias/site.ts';
import { countedText, formatResultCount } from '../../../shared/routes/list-filter.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Badge } from '../../components/content/badge/badge.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Pagination } from '../../components/lists/pagination/pagination.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import styles from './busca.module.css';
import { agruparResultados, type Grupo, type Resultado, resultadosRecomendados } from './grupos.ts';

interface Props {
  readonly q: string;
  readonly pagina: number;
}

/** The results by kind; a page shows the next ones of every kind. */
export function Resultados({ q, pagina }: Props): ReactElement {
  const dados = useOperation(BuscaDocument);
  const grupos = agruparResultados(dados);
  const recomendados = pagina === 1 ? resultadosRecomendados(dados) : [];
  const total = grupos.reduce((sum, grupo) => sum + grupo.total, 0);
  if (total === 0 && recomendados.length === 0) return <SemResultados q={q} />;
  const visiveis = grupos.filter(({ resultados }) => resultados.length > 0);
  const longest = Math.min(Math.max(...grupos.map((grupo) => grupo.total)), LAST_SEARCH_PAGE * SEARCH_PAGE_SIZE);
  const href = (outra: number): string =>
    `${routePath('busca')}?${new URLSearchParams(outra === 1 ? { q } : { q, pagina: String(outra) })}`;
  return (
    <Section title="Resultados" id="resultados">
      <Stack gap="l">
        <p>
          <output>
            {formatResultCount(total, { one: 'resultado', many: 'resultados' })} para “{q}”{pagina > 1 ? ` · página ${pagina}` : ''}
          </output>
        </p>
        <ListaDeResultados resultados={recomendados} />
        {total > 0 && visiveis.length === 0 ? (
          <p>
            Não há mais resultados nesta página. <a href={href(1)}>Voltar à primeira</a>
          </p>
        ) : (
          visiveis.map((grupo) => <GrupoDeResultados key={grupo.titulo} grupo={grupo} />)
        )}
        <Pagination page={pagina} pageSize={SEARCH_PAGE_SIZE} total={longest} href={href} label="Páginas da busca" />
      </Stack>
    </Section>
  );
}

function GrupoDeResultados({ grupo }: { readonly grupo: Grupo }): ReactElement {
  return (
    <Section title={`${grupo.titulo} (${countedText(grupo.total)})`} level={3}>
      <ListaDeResultados resultados={grupo.resultados} />
    </Section>
  );
}

function ListaDeResultados({ resultados }: { readonly resultados: readonly Resultado[] }): ReactElement | null {
  if (resultados.length === 0) return null;
  return (
    <ul className={styles.lista}>
      {resultados.map((resultado) => (
        <LinhaDeResultado key={resultado.chave} resultado={resultado} />
      ))}
    </ul>
  );
}

function LinhaDeResultado({ resultado }: { readonly resultado: Resultado }): ReactElement {
  const { titulo, href, tipo, resumo, data } = resultado;
  return (
    <li className={styles.resultado}>
      <a href={href} className={styles.titulo}>
        {titulo}
      </a>
      {resumo === null || resumo === '' ? null : <p className={styles.resumo}>{resumo}</p>}
      <p className={styles.rodape}>
        <Badge>{tipo}</Badge>
        {data === null ? null : <DateTime date={data} format="short" />}
      </p>
    </li>
  );
}

function SemResultados({ q }: { readonly q: string }): ReactElement {
  return (
    <EmptyState
      title={`Nada encontrado para “${q}”`}
      icon="lucide:search-x"
      actions={
        <Row>
          <LinkButton href={routePath('faq')}>Perguntas frequentes</LinkButton>
          <LinkButton href={routePath('menuCompleto')} variant="secondary">
            Menu da transparência
          </LinkButton>
          <LinkButton href={routePath('sic')} variant="secondary">
            Pedir a informação ao SIC
          </LinkButton>
        </Row>
      }
    >
      <ul className={styles.dicas}>
        <li>Confira se as palavras estão escritas por inteiro.</li>
        <li>Use menos palavras: todas precisam aparecer no título ou no resumo.</li>
        <li>Troque a sigla pelo nome, ou o nome pela sigla.</li>
      </ul>
    </EmptyState>
  );
}
