import type { ReactElement } from 'react';
import { countedText } from '../../../shared/routes/list-filter.ts';
import { type Facetas, type Opcao, TIPOS_DE_RESULTADO } from '../../../shared/routes/search-results.ts';
import { type SiteSearch, searchQueryString } from '../../../shared/routes/site-search.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import styles from './busca.module.css';

interface Props {
  readonly busca: SiteSearch;
  readonly facetas: Facetas;
}

/** Links that narrow the results by kind, year and category, and links that take each narrowing back. They work without script. */
export function Filtros({ busca, facetas }: Props): ReactElement {
  return (
    <nav aria-label="Filtros da busca" className={styles.filtros} data-sem-impressao="">
      <FiltrosEmUso busca={busca} facetas={facetas} />
      {busca.tipo === '' ? <Grupo titulo="Tipo" opcoes={facetas.tipos} href={(valor) => hrefOf({ ...busca, tipo: valor })} /> : null}
      {busca.ano === 0 ? <Grupo titulo="Ano" opcoes={facetas.anos} href={(valor) => hrefOf({ ...busca, ano: Number(valor) })} /> : null}
      {busca.categoria === '' ? (
        <Grupo titulo="Categoria" opcoes={facetas.categorias} href={(valor) => hrefOf({ ...busca, categoria: valor })} />
      ) : null}
    </nav>
  );
}

/** The address of the search with other filters, from its first page. */
function hrefOf(busca: SiteSearch): string {
  return routePath('busca') + searchQueryString({ ...busca, pagina: 1 });
}

/** Each filter in use as a link that removes it. */
export function FiltrosEmUso({ busca, facetas }: Props): ReactElement | null {
  const { tipo, ano, categoria } = busca;
  const categoriaRotulo = facetas.categorias.find(({ valor }) => valor === categoria)?.rotulo ?? categoria;
  const emUso = [
    { valor: tipo, rotulo: TIPOS_DE_RESULTADO[tipo as keyof typeof TIPOS_DE_RESULTADO], sem: { ...busca, tipo: '' } },
    { valor: ano === 0 ? '' : String(ano), rotulo: String(ano), sem: { ...busca, ano: 0 } },
    { valor: categoria, rotulo: categoriaRotulo, sem: { ...busca, categoria: '' } },
  ].filter(({ valor }) => valor !== '');
  if (emUso.length === 0) return null;
  return (
    <ul className={styles.opcoes} aria-label="Filtros em uso">
      {emUso.map(({ valor, rotulo, sem }) => (
        <li key={valor}>
          <a href={hrefOf(sem)} className={styles.emUso}>
            <span className="somente-leitor">Remover o filtro: </span>
            {rotulo}
            <Icon name="lucide:x" size="s" />
          </a>
        </li>
      ))}
    </ul>
  );
}

interface GrupoProps {
  readonly titulo: string;
  readonly opcoes: readonly Opcao[];
  readonly href: (valor: string) => string;
}

function Grupo({ titulo, opcoes, href }: GrupoProps): ReactElement | null {
  if (opcoes.length < 2) return null;
  return (
    <details className={styles.grupo}>
      <summary>
        {titulo} <Icon name="lucide:chevron-down" size="s" />
      </summary>
      <ul className={styles.opcoes}>
        {opcoes.map((opcao) => (
          <Escolha key={opcao.valor} opcao={opcao} href={href(opcao.valor)} />
        ))}
      </ul>
    </details>
  );
}

function Escolha({ opcao: { rotulo, total }, href }: { readonly opcao: Opcao; readonly href: string }): ReactElement {
  return (
    <li>
      <a href={href} className={styles.opcao}>
        {rotulo} <span className={styles.contagem}>({countedText(total)})</span>
      </a>
    </li>
  );
}
