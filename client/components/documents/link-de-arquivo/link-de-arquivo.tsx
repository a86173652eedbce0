import type { ReactElement } from 'react';
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

interface Tipo {
  readonly nome: string;
  readonly icone: string;
}

const TEXTO = 'lucide:file-text';

const TIPOS: Readonly<Record<string, Tipo>> = {
  'application/pdf': { nome: 'PDF', icone: TEXTO },
  'text/csv': { nome: 'CSV', icone: TEXTO },
  'text/plain': { nome: 'texto', icone: TEXTO },
  'text/html': { nome: 'HTML', icone: TEXTO },
  'application/json': { nome: 'JSON', icone: TEXTO },
  'application/xml': { nome: 'XML', icone: TEXTO },
  'application/zip': { nome: 'ZIP', icone: 'lucide:file' },
  'application/msword': { nome: 'DOC', icone: TEXTO },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { nome: 'DOCX', icone: TEXTO },
  'application/vnd.oasis.opendocument.text': { nome: 'ODT', icone: TEXTO },
  'application/vnd.ms-excel': { nome: 'XLS', icone: TEXTO },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { nome: 'XLSX', icone: TEXTO },
  'application/vnd.oasis.opendocument.spreadsheet': { nome: 'ODS', icone: TEXTO },
  'application/pkcs7-signature': { nome: 'assinatura digital', icone: 'lucide:badge-check' },
};

/** The short name of a media type; 'arquivo' for one that has none. */
function tipoDe(mime: string): Tipo {
  const conhecido = TIPOS[mime];
  if (conhecido !== undefined) return conhecido;
  return mime.startsWith('image/') ? { nome: 'imagem', icone: 'lucide:file' } : { nome: 'arquivo', icone: 'lucide:file' };
}

/** What a citizen reads before downloading: type and size, as far as it is known. */
function tipoETamanho({ mime, bytes }: ArquivoParaBaixar): string {
  return tipoDe(mime).nome + (bytes === null ? '' : `, ${formatBytes(bytes)}`);
}

function paginasDoArquivo({ paginas }: ArquivoParaBaixar): string {
  return paginas === null ? '' : `, ${formatCount(paginas, 'página', 'páginas')}`;
}

/** What opens a file, where its size is said beside it: 'Abrir PDF'. */
export function abrirArquivo({ mime }: ArquivoParaBaixar): string {
  return `Abrir ${tipoDe(mime).nome}`;
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
        <Icon name={tipoDe(arquivo.mime).icone} />
        <span>
          {arquivo.rotulo} <span className={styles.details}>{`(${tipoDoArquivo(arquivo)})`}</span>
        </span>
      </a>
    );
  }
  return (
    <a href={arquivo.href} className={styles.link}>
      <Icon name={tipoDe(arquivo.mime).icone} />
      <span className={styles.details}>
        <span className="somente-leitor">{below} </span>
        {tipoETamanho(arquivo)}
        <span className={styles.pages}>{paginasDoArquivo(arquivo)}</span>
      </span>
    </a>
  );
}
