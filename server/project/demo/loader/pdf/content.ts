import type { Dia } from '../dates.ts';
import type { Bloco } from '../documents/document.ts';

export interface Assinatura {
  readonly nome: string;
  readonly cargo: string;
}

/** What a PDF says, before it has a page: blocks in reading order. */
export interface ConteudoPdf {
  readonly titulo: string;
  readonly subtitulo?: string | undefined;
  readonly data: Dia;
  readonly blocos: readonly Bloco[];
  readonly assinaturas: readonly Assinatura[];
}

/** What every page carries. */
export interface Timbre {
  readonly nome: string;
  readonly sigla: string;
  readonly cnpj: string;
  readonly municipio: string;
  readonly uf: string;
  readonly cor: string;
  readonly aviso: string;
}

function textOfBlock(bloco: Bloco): string {
  if (typeof bloco === 'string') {
    return bloco;
  }
  if ('titulo' in bloco) {
    return bloco.titulo;
  }
  if ('lista' in bloco) {
    return bloco.lista.join('\n');
  }
  return [bloco.tabela, ...[bloco.cabecalho, ...bloco.linhas].map((linha) => linha.join(' | '))].join('\n');
}

/** Returns the words of a document in reading order, as a text extractor would find them. */
export function textOf(conteudo: ConteudoPdf): string {
  const assinaturas = conteudo.assinaturas.map(({ nome, cargo }) => `${nome}, ${cargo}`);
  return [conteudo.titulo, conteudo.subtitulo ?? '', ...conteudo.blocos.map(textOfBlock), ...assinaturas]
    .filter((texto) => texto !== '')
    .join('\n');
}
