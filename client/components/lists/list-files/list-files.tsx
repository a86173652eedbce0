import type { ReactElement } from 'react';
import type { ListQuery } from '../../../../shared/routes/list-search.ts';
import { exportUrl } from '../../../../shared/routes/url.ts';
import { type ExtraFilter, filteredListAddress } from '../list-address.ts';
import styles from './list-files.module.css';

const FILES = [
  ['csv', 'CSV', ' para planilhas'],
  ['json', 'JSON', ' para programas'],
  ['atom', 'Atom', ' para acompanhar novidades'],
] as const;

interface Props {
  readonly path: string;
  readonly query: ListQuery;
  readonly extras?: readonly ExtraFilter[];
}

/** Links to the whole filtered list as files (Lei 12.527 art. 8 section 3 II and III). */
export function ListFiles({ path, query, extras }: Props): ReactElement {
  const address = filteredListAddress(path, { ...query, page: 1, pageSize: 20 }, extras);
  return (
    <ul className={styles.files} aria-label="Esta lista em outros formatos" data-sem-impressao="">
      {FILES.map(([format, name, use]) => (
        <li key={format}>
          <a href={exportUrl(address, format)} data-recarregar="">
            {name}
            <span className="somente-leitor">{use}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
