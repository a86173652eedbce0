import type { ReactElement } from 'react';
import { type DocumentoDaLista, LinhaDeDocumento } from '../linha-de-documento/linha-de-documento.tsx';
import styles from './lista-de-documentos.module.css';

/** Documents one under the other; the page shows its own words when there are none. */
export function ListaDeDocumentos({ documentos }: { readonly documentos: readonly DocumentoDaLista[] }): ReactElement | null {
  if (documentos.length === 0) return null;
  return (
    <ul className={styles.list}>
      {documentos.map((documento) => (
        <li key={documento.id}>
          <LinhaDeDocumento documento={documento} />
        </li>
      ))}
    </ul>
  );
}
