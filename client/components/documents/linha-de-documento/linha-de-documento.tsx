import type { ReactElement } from 'react';
import { Selo } from '../../content/badge/badge.tsx';
import { DataHora } from '../../content/date-time/date-time.tsx';
import { Definicoes } from '../../content/description-list/description-list.tsx';
import { Titulo } from '../../content/heading/heading.tsx';
import type { ArquivoParaBaixar, Detalhe, Nivel, Tom } from '../../types.ts';
import { LinkDeArquivo } from '../link-de-arquivo/link-de-arquivo.tsx';
import estilos from './linha-de-documento.module.css';

export interface DocumentoDaLista {
  readonly id: number | string;
  readonly titulo: string;
  readonly href: string;
  readonly data: string | null;
  readonly sobretitulo?: string | null;
  readonly ementa: string | null;
  readonly situacao?: { readonly rotulo: string; readonly tom: Tom } | null;
  readonly detalhes?: readonly Detalhe[];
  readonly arquivos: readonly ArquivoParaBaixar[];
}

/** A document in a list: the title leads to its page, the files open at once. */
export function LinhaDeDocumento({ documento, nivel = 3 }: { readonly documento: DocumentoDaLista; readonly nivel?: Nivel }): ReactElement {
  const { titulo, href, data, sobretitulo = null, ementa, situacao = null, detalhes = [], arquivos } = documento;
  return (
    <article className={estilos.linha}>
      <div className={estilos.quando}>
        {data === null ? null : <DataHora data={data} formato="curta" />}
        {sobretitulo === null ? null : <span>{sobretitulo}</span>}
      </div>
      <div className={estilos.texto}>
        <Titulo nivel={nivel} className={estilos.titulo}>
          <a href={href}>{titulo}</a>
        </Titulo>
        {situacao === null ? null : (
          <p>
            <Selo tom={situacao.tom}>{situacao.rotulo}</Selo>
          </p>
        )}
        {ementa === null || ementa === '' ? null : <p className={estilos.ementa}>{ementa}</p>}
        {detalhes.length === 0 ? null : (
          <div className={estilos.detalhes}>
            <Definicoes itens={detalhes} />
          </div>
        )}
        {arquivos.length === 0 ? null : (
          <ul className={estilos.arquivos}>
            {arquivos.map((arquivo) => (
              <li key={arquivo.href}>
                <LinkDeArquivo arquivo={arquivo} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}
