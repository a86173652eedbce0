import { type Dia, instante } from './dates.ts';
import type { Conteudo, DocumentoDemo } from './documents/document.ts';
import { slugFor, uuidFor } from './ids.ts';
import { type Assinatura, type ConteudoPdf, textOf } from './pdf/content.ts';
import { printPdf } from './pdf/render.ts';
import { type ImagemDemo, renderPicture } from './pictures.ts';
import type { Printer } from './printer.ts';
import type { Linha } from './rows.ts';

/** Where the bytes of the demonstration content go. The sink stores them and writes the row of `storage.files`. */
export interface DemoFileSink {
  put(file: { id: string; name: string; mimeType: string; bucket: string; bytes: Uint8Array }): Promise<{ size: number; sha256: string }>;
}

/** A file to be made: known by its id before its bytes exist. */
export interface ArquivoDemo {
  readonly id: string;
  readonly nome: string;
  readonly mime: string;
  readonly bucket: 'publico' | 'default';
  readonly em: Dia;
  readonly alt?: string;
  readonly tamanho?: { readonly largura: number; readonly altura: number };
  readonly texto?: string;
  readonly make: () => Promise<ArquivoFeito>;
}

export interface ArquivoFeito {
  readonly bytes: Uint8Array;
  readonly pages?: number;
}

// The search column of a file is built from this text; a short one keeps the first start fast.
const MAX_TEXT = 4000;

export function arquivoDeImagem(imagem: ImagemDemo): ArquivoDemo {
  return {
    id: uuidFor(`imagem:${imagem.nome}`),
    nome: `${imagem.nome}.${imagem.formato === 'png' ? 'png' : 'jpg'}`,
    mime: `image/${imagem.formato}`,
    bucket: imagem.nome.startsWith('retrato-') ? 'default' : 'publico',
    em: '2019-01-07',
    alt: imagem.alt,
    tamanho: { largura: imagem.largura, altura: imagem.altura },
    make: async () => ({ bytes: await renderPicture(imagem) }),
  };
}

interface PdfParaImprimir {
  readonly chave: string;
  readonly nome: string;
  readonly conteudo: Conteudo & { readonly titulo: string; readonly data: Dia };
}

/** Returns the file of a printed document. */
export function arquivoDePdf({ chave, nome, conteudo }: PdfParaImprimir, printer: Printer): ArquivoDemo {
  const impresso: ConteudoPdf = { ...conteudo, assinaturas: signaturesOf(conteudo, printer) };
  return {
    id: uuidFor(`pdf:${chave}`),
    nome,
    mime: 'application/pdf',
    bucket: 'default',
    em: conteudo.data,
    texto: textOf(impresso).slice(0, MAX_TEXT),
    make: () => printPdf(impresso, printer.timbre),
  };
}

/** Lists who signs a content on its day. */
export function signaturesOf({ assinaturas, data }: PdfParaImprimir['conteudo'], { membrosEm, nomeDe }: Printer): readonly Assinatura[] {
  return assinaturas.flatMap((quem) =>
    'orgao' in quem
      ? membrosEm(quem.orgao, data).slice(quem.de - 1, quem.ate)
      : [{ nome: 'pessoa' in quem ? nomeDe(quem.pessoa) : quem.nome, cargo: quem.cargo }],
  );
}

export interface ArquivoDoDocumento {
  readonly arquivo: ArquivoDemo;
  readonly papel: 'principal' | 'anexo' | 'dados_abertos' | 'acessivel';
  readonly rotulo: string | null;
}

/** Lists the files of a document: the act itself first, then its annexes. */
export function arquivosDoDocumento(documento: DocumentoDemo, printer: Printer): readonly ArquivoDoDocumento[] {
  const { chave, titulo, data_ato: data } = documento;
  const nome = `${slugFor(titulo).slice(0, 80).replace(/-$/, '')}.pdf`;
  const principal = arquivoDePdf(
    { chave, nome, conteudo: { ...documento.conteudo, ...defaultsOf(documento.conteudo, titulo, data) } },
    printer,
  );
  const anexos = documento.anexos.map((anexo): ArquivoDoDocumento => {
    if ('csv' in anexo) {
      return {
        arquivo: arquivoCsv(documento, anexo.csv, [anexo.cabecalho, ...anexo.linhas]),
        papel: 'dados_abertos',
        rotulo: anexo.rotulo,
      };
    }
    const conteudo = { ...anexo.conteudo, ...defaultsOf(anexo.conteudo, titulo, data) };
    return {
      arquivo: arquivoDePdf({ chave: `${chave}:${anexo.pdf}`, nome: anexo.pdf, conteudo }, printer),
      papel: anexo.papel,
      rotulo: anexo.rotulo,
    };
  });
  return [{ arquivo: principal, papel: 'principal', rotulo: null }, ...anexos];
}

function defaultsOf(conteudo: Conteudo, titulo: string, data: Dia): { readonly titulo: string; readonly data: Dia } {
  return { titulo: conteudo.titulo ?? titulo, data: conteudo.data ?? data };
}

function arquivoCsv({ chave, data_ato }: DocumentoDemo, nome: string, linhas: readonly (readonly string[])[]): ArquivoDemo {
  const bytes = csvBytes(linhas);
  return {
    id: uuidFor(`csv:${chave}:${nome}`),
    nome,
    mime: 'text/csv',
    bucket: 'default',
    em: data_ato,
    make: async () => ({ bytes }),
  };
}

/** Returns the bytes of a CSV as the site offers open data: UTF-8 with BOM, semicolons, every line ended. */
export function csvBytes(linhas: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(`\uFEFF${linhas.map((linha) => linha.join(';')).join('\r\n')}\r\n`);
}

/** Hands a file that is made to the sink and returns its row of `arquivo`. */
export async function storeFile(arquivo: ArquivoDemo, { bytes, pages }: ArquivoFeito, sink: DemoFileSink): Promise<Linha> {
  const { size, sha256 } = await sink.put({ id: arquivo.id, name: arquivo.nome, mimeType: arquivo.mime, bucket: arquivo.bucket, bytes });
  return {
    id: arquivo.id,
    nome: arquivo.nome,
    mime: arquivo.mime,
    tamanho_bytes: size,
    sha256,
    paginas: pages ?? null,
    pesquisavel: arquivo.mime === 'application/pdf' ? true : null,
    texto_extraido: arquivo.texto ?? null,
    idioma: 'pt-BR',
    alt: arquivo.alt ?? null,
    largura: arquivo.tamanho?.largura ?? null,
    altura: arquivo.tamanho?.altura ?? null,
    enviado_em: instante(arquivo.em),
    atualizado_em: instante(arquivo.em),
  };
}
