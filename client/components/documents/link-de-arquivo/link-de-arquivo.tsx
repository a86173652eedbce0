import type { ReactElement } from 'react';
import { mediaTypeName } from '../../../../shared/files/media-type-name.ts';
import { formatBytes, formatCount } from '../../../../shared/locale/numbers.ts';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './link-de-arquivo.module.css';

export interface ArquivoParaBaixar {
  readonly href: string;
  readonly rotulo: string;
  readonly mime: string;
  readonly bytes: number | null;
  readonly paginas: number | null;
}

/** Media types whose picture is not that of a text. */
const ICONES: Readonly<Record<string, string>> = { 'application/pkcs7-signature': 'lucide:badge-check', 'application/zip': 'lucide:file' };

/** The short name of a media type; 'arquivo' for one that has none. */
function nomeDoTipo(mime: string): string {
  return mediaTypeName(mime) ?? 'arquivo';
}

function iconeDoTipo(mime: string): string {
  return ICONES[mime] ?? (mediaTypeName(mime) === null || mime.startsWith('image/') ? 'lucide:file' : 'lucide:file-text');
}

/** What a citizen reads before downloading: type and size, as far as it is known. */
function tipoETamanho({ mime, bytes }: ArquivoParaBaixar): string {
  return nomeDoTipo(mime) + (bytes === null ? '' : `, ${formatBytes(bytes)}`);
}

function paginasDoArquivo({ paginas }: ArquivoParaBaixar): string {
  return paginas === null ? '' : `, ${formatCount(paginas, 'página', 'páginas')}`;
}

/** What opens a file, where its size is said beside it: 'Abrir PDF'. */
export function abrirArquivo({ mime }: ArquivoParaBaixar): string {
  return `Abrir ${nomeDoTipo(mime)}`;
}

/** What a file is, as far as it is known: 'PDF, 412 kB, 6 páginas'. */
export function tipoDoArquivo(arquivo: ArquivoParaBaixar): string {
  return `${tipoETamanho(arquivo)}${paginasDoArquivo(arquivo)}`;
}

/** A link that opens a file; its text says what the file is. Below its document's title only a screen reader hears the title again. */
export function LinkDeArquivo({
  arquivo,
  prominent = false,
  below,
}: {
  readonly arquivo: ArquivoParaBaixar;
  readonly prominent?: boolean;
  /** The title under which the link stands. */
  readonly below?: string;
}): ReactElement {
  if (arquivo.rotulo !== below) {
    return (
      <a href={arquivo.href} className={classNames(styles.link, prominent && styles.prominent)}>
        <Icon name={iconeDoTipo(arquivo.mime)} />
        <span>
          {arquivo.rotulo} <span className={styles.details}>{`(${tipoDoArquivo(arquivo)})`}</span>
        </span>
      </a>
    );
  }
  return (
    <a href={arquivo.href} className={styles.link}>
      <Icon name={iconeDoTipo(arquivo.mime)} />
      <span className={styles.details}>
        <span className="somente-leitor">{below} </span>
        {tipoETamanho(arquivo)}
        <span className={styles.pages}>{paginasDoArquivo(arquivo)}</span>
      </span>
    </a>
  );
}
