import type { FocusEvent, ReactElement } from 'react';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './search-box.module.css';

interface Props {
  /** Path that answers the form (GET). */
  readonly action: string;
  readonly id: string;
  readonly label: string;
  readonly labelVisible?: boolean;
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** Whether the form is the search of the site, which suggests results while one types (search-suggestions.ts). */
  readonly suggests?: boolean;
}

function suggest({ currentTarget: box }: FocusEvent<HTMLInputElement>): void {
  void import('./search-suggestions.ts').then(({ suggestIn }) => suggestIn(box));
}

/** A search form that works without script. */
export function SearchBox(props: Props): ReactElement {
  const { action, id, label, labelVisible = true, value, hint, suggests = false } = props;
  return (
    <search aria-label={label} data-sem-impressao="">
      <form action={action} method="get" className={styles.box}>
        <label htmlFor={id} className={labelVisible ? styles.label : 'somente-leitor'}>
          {label}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-dica`} className={styles.hint}>
            {hint}
          </p>
        )}
        <div className={styles.row}>
          <input
            type="search"
            id={id}
            name="q"
            defaultValue={value}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby={hint === undefined ? undefined : `${id}-dica`}
            onFocus={suggests ? suggest : undefined}
            className={styles.field}
          />
          <button type="submit" className={styles.button}>
            <Icon name="lucide:search" />
            <span>Buscar</span>
          </button>
        </div>
      </form>
    </search>
  );
}
