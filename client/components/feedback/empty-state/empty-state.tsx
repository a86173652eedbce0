import type { ReactElement, ReactNode } from 'react';
import type { Nouns } from '../../../../shared/locale/numbers.ts';
import { isTooShort } from '../../../../shared/routes/list-filter.ts';
import { searchQueryString } from '../../../../shared/routes/site-search.ts';
import { routePath } from '../../../../shared/routes/url.ts';
import { DateTime } from '../../content/date-time/date-time.tsx';
import { Icon } from '../../media/icon/icon.tsx';
import { LinkButton } from '../../navigation/button/button.tsx';
import styles from './empty-state.module.css';

interface Props {
  readonly title: string;
  readonly icon?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The message of a list without entries. */
export function EmptyState({ title, icon = 'lucide:file-text', actions, children }: Props): ReactElement {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size="l" />
      </span>
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** What the search of the whole site does that the box of a list does not. */
export const WHOLE_SITE = 'A busca no site todo sugere palavras parecidas.';

/** The way from a list in which nothing has the words to the search of the whole site. */
export function SearchWholeSite({ q }: { readonly q: string }): ReactElement {
  return <LinkButton href={routePath('busca') + searchQueryString({ q })}>Buscar essas palavras no site todo</LinkButton>;
}

interface FilteredProps {
  readonly nouns: Nouns;
  /** The words that were looked for; empty for none. */
  readonly q: string;
  readonly clearHref: string;
}

/** The filters leave nothing, or nothing can have the words: how to go back and whom to ask. */
export function EmptyFilteredList({ nouns, q, clearHref }: FilteredProps): ReactElement {
  if (isTooShort(q)) {
    return (
      <EmptyState
        title={`“${q}” é pouco para procurar`}
        icon="lucide:search"
        actions={<LinkButton href={clearHref}>Voltar à lista inteira</LinkButton>}
      >
        <p>Escreva uma palavra de duas letras ou mais, que não seja só de ligação (“de”, “para”), ou um número.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`Não há ${nouns.many} com esses filtros`}
      icon="lucide:search"
      actions={
        <>
          {q === '' ? null : <SearchWholeSite q={q} />}
          <LinkButton href={clearHref} variant={q === '' ? 'primary' : 'secondary'}>
            Limpar filtros
          </LinkButton>
          <LinkButton href={routePath('sic')} variant="secondary">
            Pedir ao SIC
          </LinkButton>
        </>
      }
    >
      <p>
        {q === '' ? null : `Confira as palavras. ${WHOLE_SITE} `}
        Escolha outros anos ou limpe os filtros. Se a informação deveria existir, peça ao SIC.
      </p>
    </EmptyState>
  );
}

type EmptyReason =
  | {
      readonly kind: 'declaracao';
      readonly text: string;
      readonly exercicio: number;
      readonly signatario: string;
      readonly cargo: string | null;
      readonly data: string;
    }
  | { readonly kind: 'previsao'; readonly text: string }
  | { readonly kind: 'novo' };

/** The reason why a list has no entries: a signed declaration that nothing happened, entries that are not published yet, or a new list. */
export function EmptyList({ reason, nouns }: { readonly reason: EmptyReason; readonly nouns: Nouns }): ReactElement {
  switch (reason.kind) {
    case 'declaracao':
      return (
        <EmptyState title={`Declaração de inexistência — exercício de ${reason.exercicio}`} icon="lucide:badge-check">
          <p>{reason.text}</p>
          <p>
            {reason.signatario}
            {reason.cargo === null ? '' : `, ${reason.cargo}`}, em <DateTime date={reason.data} />.
          </p>
        </EmptyState>
      );
    case 'previsao':
      return (
        <EmptyState title={`Ainda não há ${nouns.many} publicados aqui`} icon="lucide:calendar-clock">
          <p>{reason.text}</p>
        </EmptyState>
      );
    case 'novo':
      return (
        <EmptyState title={`Ainda não há ${nouns.many} nesta lista`}>
          <p>
            Os registros aparecem aqui assim que forem publicados. Precisa de uma informação agora?{' '}
            <a href={routePath('sic')}>Fale com o SIC</a>.
          </p>
        </EmptyState>
      );
  }
}
