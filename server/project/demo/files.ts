import { drawPicture } from './art/draw.ts';
import { GALERIA, type ImagemDemo } from './art/gallery.ts';
import { type Dia, instante } from './dates.ts';
import { csvBytes, type DocumentoDemo } from './documents/model.ts';
import { slugFor, uuidFor } from './ids.ts';
import { type ConteudoPdf, textOf } from './pdf/content.ts';
import { printPdf } from './pdf/render.ts';
import type { Linha } from './rows.ts';

/** Where the bytes of the demonstration content go. The sink stores them and writes the row of `storage.files`. */
export interface DemoFileSink {
  put(file: {
    id: string;
    name: string;
    mimeType: string;
    bucket: string;
    bytes: Uint8Array;
  }): Promise<{ size: number; etag: string; sha256: string }>;
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
  readonly make: () => Promise<{ readonly bytes: Uint8Array; readonly pages?: number }>;
}

// The search column of a file is built from this text; a short one keeps the first start fast.
const MAX_TEXT = 4000;

/** Returns the address of a picture of the gallery. @throws RangeError for an unknown name. */
export function enderecoDaImagem(nome: string): string {
  return `/nhostprovider/${idDaImagem(nome)}`;
}

export function idDaImagem(nome: string): string {
  if (!GALERIA.some((imagem) => imagem.nome === nome)) {
    throw new RangeError(`no picture is called ${nome}`);
  }
  return uuidFor(`imagem:${nome}`);
}

/** Returns a picture's address and alternative text, for HTML bodies. */
export function imagemParaTexto(nome: string): { readonly src: string; readonly alt: string } {
  return { src: enderecoDaImagem(nome), alt: GALERIA.find((imagem) => imagem.nome === nome)?.alt ?? '' };
}

export function arquivoDeImagem(imagem: ImagemDemo): ArquivoDemo {
  const extensao = imagem.formato === 'png' ? 'png' : 'jpg';
  return {
    id: uuidFor(`imagem:${imagem.nome}`),
    nome: `${imagem.nome}.${extensao}`,
    mime: `image/${imagem.formato}`,
    bucket: imagem.nome.startsWith('retrato-') ? 'default' : 'publico',
    em: '2019-01-07',
    alt: imagem.alt,
    tamanho: { largura: imagem.largura, altura: imagem.altura },
    make: async () => ({ bytes: await drawPicture(imagem) }),
  };
}

/** Returns the file of a printed document. */
export function arquivoDePdf(chave: string, nome: string, conteudo: ConteudoPdf): ArquivoDemo {
  return {
    id: uuidFor(`pdf:${chave}`),
    nome,
    mime: 'application/pdf',
    bucket: 'default',
    em: conteudo.data,
    texto: textOf(conteudo).slice(0, MAX_TEXT),
    make: () => printPdf(conteudo),
  };
}

interface ArquivoDoDocumento {
  readonly arquivo: ArquivoDemo;
  readonly papel: 'principal' | 'anexo' | 'dados_abertos' | 'acessivel';
  readonly rotulo: string | null;
}

/** Lists the files of a document: the act itself first, then its annexes. */
export function arquivosDoDocumento(documento: DocumentoDemo): readonly ArquivoDoDocumento[] {
  const nome = `${slugFor(documento.titulo).slice(0, 80).replace(/-$/, '')}.pdf`;
  const anexos = (documento.anexos ?? []).map((anexo): ArquivoDoDocumento => {
    const chave = `${documento.chave}:${anexo.nome}`;
    if (anexo.kind === 'pdf') {
      return { arquivo: arquivoDePdf(chave, anexo.nome, anexo.conteudo), papel: anexo.papel, rotulo: anexo.rotulo };
    }
    const bytes = csvBytes(anexo.linhas);
    return {
      arquivo: {
        id: uuidFor(`csv:${chave}`),
        nome: anexo.nome,
        mime: 'text/csv',
        bucket: 'default',
        em: documento.dataAto,
        make: async () => ({ bytes }),
      },
      papel: 'dados_abertos',
      rotulo: anexo.rotulo,
    };
  });
  return [{ arquivo: arquivoDePdf(documento.chave, nome, documento.conteudo), papel: 'principal', rotulo: null }, ...anexos];
}

/** Makes one file, hands it to the sink and returns its row of `arquivo`. */
export async function storeFile(arquivo: ArquivoDemo, sink: DemoFileSink): Promise<Linha> {
  const { bytes, pages } = await arquivo.make();
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
