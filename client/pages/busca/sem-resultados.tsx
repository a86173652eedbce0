import type { ReactElement } from 'react';
import { PRAZOS_DO_SIC } from '../../../shared/atendimento/prazos.ts';
import type { Facetas } from '../../../shared/routes/search-results.ts';
import { hasWords, type SiteSearch, searchQueryString } from '../../../shared/routes/site-search.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Row } from '../../components/layout/column/column.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import styles from './busca.module.css';
import { FiltrosEmUso } from './filtros.tsx';

interface Props {
  readonly busca: SiteSearch;
  readonly facetas: Facetas;
  /** Whether the words are only such as say nothing of what is looked for. */
  readonly semAssunto: boolean;
}

/** What to do when nothing was found: without the filters, with other words, by subject, or by asking for it. */
export function SemResultados({ busca, facetas, semAssunto }: Props): ReactElement {
  const semFiltros = { q: busca.q, tipo: '', ano: 0, categoria: '', pagina: 1 };
  const temFiltros = busca.tipo !== '' || busca.ano !== 0 || busca.categoria !== '';
  return (
    <EmptyState
      title={`Nada encontrado para “${busca.q}”`}
      icon="lucide:search"
      actions={
        <Row>
          {temFiltros ? <LinkButton href={routePath('busca') + searchQueryString(semFiltros)}>Buscar sem filtros</LinkButton> : null}
          <LinkButton href={routePath('menuCompleto')} variant={temFiltros ? 'secondary' : 'primary'}>
            Ver todos os assuntos
          </LinkButton>
          <LinkButton href={routePath('faq')} variant="secondary">
            Perguntas frequentes
          </LinkButton>
          <LinkButton href={routePath('sic')} variant="secondary">
            Pedir a informação ao SIC
          </LinkButton>
        </Row>
      }
    >
      <FiltrosEmUso busca={busca} facetas={facetas} />
      <ul className={styles.dicas}>
        <li>
          {semAssunto
            ? 'Escreva também o assunto: estas palavras sozinhas não o dizem, e não são procuradas.'
            : 'Use menos palavras, ou palavras mais comuns.'}
        </li>
        {/["-]/u.test(busca.q) && hasWords(busca.q) ? <li>Tire as aspas e o sinal de menos: eles restringem a busca.</li> : null}
        <li>Para um documento de certo mês, escreva o mês e o ano: “balancete março 2024”.</li>
        <li>Se o documento deveria estar aqui e não está, peça ao SIC: a resposta sai em até {PRAZOS_DO_SIC.resposta} dias.</li>
      </ul>
    </EmptyState>
  );
}
