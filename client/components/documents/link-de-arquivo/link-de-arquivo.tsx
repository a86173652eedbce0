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
const PLANILHA = 'lucide:file-text';

const TIPOS: Readonly<Record<string, Tipo>> = {
  'application/pdf': { nome: 'PDF', icone: TEXTO },
  'text/csv': { nome: 'CSV', icone: PLANILHA },
  'text/plain': { nome: 'texto', icone: TEXTO },
  'text/html': { nome: 'HTML', icone: TEXTO },
  'application/json': { nome: 'JSON', icone: PLANILHA },
  'application/xml': { nome: 'XML', icone: PLANILHA },
  'application/zip': { nome: 'ZIP', icone: 'lucide:file' },
  'application/msword': { nome: 'DOC', icone: TEXTO },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { nome: 'DOCX', icone: TEXTO },
  'application/vnd.oasis.opendocument.text': { nome: 'ODT', icone: TEXTO },
  'application/vnd.ms-excel': { nome: 'XLS', icone: PLANILHA },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { nome: 'XLSX', icone: PLANILHA },
  'application/vnd.oasis.opendocument.spreadsheet': { nome: 'ODS', icone: PLANILHA },
  'application/pkcs7-signature': { nome: 'assinatura digital', icone: 'lucide:badge-check' },
};

/** The short name of a media type; 'arquivo' for one that has none. */
function tipoDe(mime: string): Tipo {
  const conhecido = TIPOS[mime];
  if (conhecido !== undefined) return conhecido;
  return mime.startsWith('image/') ? { nome: 'imagem', icone: 'lucide:file' } : { nome: 'arquivo', icone: 'lucide:file' };
}

/** What a citizen reads before downloading: type, size and pages, as far as they are known. */
function detalhesDoArquivo({ mime, bytes, paginas }: ArquivoParaBaixar): string {
  const partes = [tipoDe(mime).nome];
  if (bytes !== null) partes.push(formatBytes(bytes));
  if (paginas !== null) partes.push(formatCount(paginas, 'página', 'páginas'));
  return `(${partes.join(', ')})`;
}

/** The whole text of a file's link: 'Ata nº 3/2026 (PDF, 412 kB, 6 páginas)'. */
export function textoDoArquivo(arquivo: ArquivoParaBaixar): string {
  return `${arquivo.rotulo} ${detalhesDoArquivo(arquivo)}`;
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
  return (
    <a href={arquivo.href} className={classNames(styles.link, prominent && styles.prominent)}>
      <Icon name={tipoDe(arquivo.mime).icone} />
      <span>
        {arquivo.rotulo === below ? <span className="somente-leitor">{below} </span> : `${arquivo.rotulo} `}
        <span className={styles.details}>{detalhesDoArquivo(arquivo)}</span>
      </span>
    </a>
  );
}
