import type { ReactElement } from 'react';
import type { HeadingLevel } from '../../content/heading/heading.tsx';
import { type DocumentoDaLista, LinhaDeDocumento } from '../linha-de-documento/linha-de-documento.tsx';
import styles from './lista-de-documentos.module.css';

interface Props {
  readonly documentos: readonly DocumentoDaLista[];
  readonly level?: HeadingLevel;
}

/** Documents one under the other; the page shows its own words when there are none. */
export function ListaDeDocumentos({ documentos, level = 3 }: Props): ReactElement | null {
  if (documentos.length === 0) return null;
  return (
    <ul className={styles.list}>
      {documentos.map((documento) => (
        <li key={documento.id}>
          <LinhaDeDocumento documento={documento} level={level} />
        </li>
      ))}
    </ul>
  );
}
