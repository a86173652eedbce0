import type { ReactElement } from 'react';
import { MOST_PACKED_FILES } from '../../../../shared/open-data/package-name.ts';
import type { ListQuery } from '../../../../shared/routes/list-search.ts';
import { exportUrl } from '../../../../shared/routes/url.ts';
import { type ExtraFilter, filteredListAddress } from '../list-address.ts';
import styles from './download-links.module.css';

const FORMATS = ['csv', 'json', 'atom'] as const;

interface Props {
  readonly path: string;
  readonly query: ListQuery;
  readonly extras?: readonly ExtraFilter[];
  /** Whether the files of the rows can be had as one package, or are too many. */
  readonly zip?: 'none' | 'one' | 'tooMany';
}

/** Links to the whole filtered list as files (Lei 12.527 art. 8 section 3 II and III). */
export function DownloadLinks({ path, query, extras, zip = 'none' }: Props): ReactElement {
  const address = filteredListAddress(path, { ...query, page: 1, pageSize: 20 }, extras);
  return (
    <ul className={styles.files} aria-label="Esta lista em outros formatos" data-sem-impressao="">
      {FORMATS.map((format) => (
        <li key={format}>
          <a href={exportUrl(address, format)} data-recarregar="">
            {format.toUpperCase()}
          </a>
        </li>
      ))}
      {zip === 'one' ? (
        <li>
          <a href={exportUrl(address, 'zip')} data-recarregar="">
            Arquivos em ZIP
          </a>
        </li>
      ) : null}
      {zip === 'tooMany' ? <li>Arquivos em ZIP: até {MOST_PACKED_FILES} por vez. Escolha um ano ou outro filtro.</li> : null}
    </ul>
  );
}
