import type { ReactElement } from 'react';
import { Badge, type Tone } from '../../content/badge/badge.tsx';
import { DateTime } from '../../content/date-time/date-time.tsx';
import { DescriptionList, type Detail } from '../../content/description-list/description-list.tsx';
import { Heading } from '../../content/heading/heading.tsx';
import { type ArquivoParaBaixar, LinkDeArquivo } from '../link-de-arquivo/link-de-arquivo.tsx';
import styles from './linha-de-documento.module.css';

export interface DocumentoDaLista {
  readonly id: number | string;
  readonly titulo: string;
  readonly href: string;
  readonly data: string | null;
  readonly sobretitulo?: string | null;
  readonly ementa: string | null;
  readonly situacao?: { readonly rotulo: string; readonly tone: Tone } | null;
  readonly detalhes?: readonly Detail[];
  readonly arquivos: readonly ArquivoParaBaixar[];
}

/**
 * A document in a list: the title leads to its page, the files open at once. On phones its text waits on its page, and so do the files after the
 * first one.
 */
export function LinhaDeDocumento({ documento }: { readonly documento: DocumentoDaLista }): ReactElement {
  const { titulo, href, data, sobretitulo = null, ementa, situacao = null, detalhes = [], arquivos } = documento;
  return (
    <article className={styles.row}>
      <Heading level={3} className={styles.title}>
        <a href={href}>{titulo}</a>
      </Heading>
      {ementa === null || ementa === '' ? null : <p className={styles.ementa}>{ementa}</p>}
      {detalhes.length === 0 ? null : (
        <div className={styles.details}>
          <DescriptionList items={detalhes} />
        </div>
      )}
      <ul className={styles.facts}>
        {data === null ? null : (
          <li>
            <DateTime date={data} format="short" />
          </li>
        )}
        {sobretitulo === null ? null : <li>{sobretitulo}</li>}
        {situacao === null ? null : (
          <li>
            <Badge tone={situacao.tone}>{situacao.rotulo}</Badge>
          </li>
        )}
        {arquivos.map((arquivo, index) => (
          <li key={arquivo.href} className={index === 0 ? styles.file : styles.otherFile}>
            <LinkDeArquivo arquivo={arquivo} below={titulo} />
          </li>
        ))}
        {arquivos.length < 2 ? null : (
          <li className={styles.moreFiles}>
            <a href={`${href}#arquivos`}>
              <span aria-hidden="true">+{arquivos.length - 1}</span>
              <span className="somente-leitor">Todos os arquivos de {titulo}</span>
            </a>
          </li>
        )}
      </ul>
    </article>
  );
}
