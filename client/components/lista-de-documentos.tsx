import type { ReactElement } from 'react';
import { type DocumentoDaLista, LinhaDeDocumento } from './linha-de-documento.tsx';
import estilos from './lista-de-documentos.module.css';
import type { Nivel } from './tipos.ts';

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
