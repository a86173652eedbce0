import type { ReactElement } from 'react';
import type { Nivel } from '../../types.ts';
import { type DocumentoDaLista, LinhaDeDocumento } from '../linha-de-documento/linha-de-documento.tsx';
import estilos from './lista-de-documentos.module.css';

interface Props {
  readonly documentos: readonly DocumentoDaLista[];
  readonly nivel?: Nivel;
}

/** Documents one under the other; the page shows its own words when there are none. */
export function ListaDeDocumentos({ documentos, nivel = 3 }: Props): ReactElement | null {
  if (documentos.length === 0) return null;
  return (
    <ul className={estilos.lista}>
      {documentos.map((documento) => (
        <li key={documento.id}>
          <LinhaDeDocumento documento={documento} nivel={nivel} />
        </li>
      ))}
    </ul>
  );
}
