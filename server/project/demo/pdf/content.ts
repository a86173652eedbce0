import type { Dia } from '../dates.ts';

/** What a demonstration document says, before it has a page: blocks in reading order. */
export type Bloco =
  | { readonly kind: 'titulo'; readonly texto: string }
  | { readonly kind: 'paragrafo'; readonly texto: string }
  | { readonly kind: 'lista'; readonly itens: readonly string[] }
  | {
      readonly kind: 'tabela';
      readonly legenda: string;
      readonly cabecalho: readonly string[];
      readonly linhas: readonly (readonly string[])[];
    };

export interface Assinatura {
  readonly nome: string;
  readonly cargo: string;
}

export interface ConteudoPdf {
  readonly titulo: string;
  readonly subtitulo?: string;
  readonly data: Dia;
  readonly blocos: readonly Bloco[];
  readonly assinaturas: readonly Assinatura[];
}

export function titulo(texto: string): Bloco {
  return { kind: 'titulo', texto };
}

export function paragrafo(texto: string): Bloco {
  return { kind: 'paragrafo', texto };
}

export function lista(...itens: readonly string[]): Bloco {
  return { kind: 'lista', itens };
}

export function tabela(legenda: string, cabecalho: readonly string[], linhas: readonly (readonly string[])[]): Bloco {
  return { kind: 'tabela', legenda, cabecalho, linhas };
}

function textOfBlock(bloco: Bloco): string {
  switch (bloco.kind) {
    case 'titulo':
    case 'paragrafo':
      return bloco.texto;
    case 'lista':
      return bloco.itens.join('\n');
    case 'tabela':
      return [bloco.legenda, bloco.cabecalho.join(' | '), ...bloco.linhas.map((linha) => linha.join(' | '))].join('\n');
    default:
      return bloco satisfies never;
  }
}

/** Returns the words of a document in reading order, as a text extractor would find them. */
export function textOf(conteudo: ConteudoPdf): string {
  const assinaturas = conteudo.assinaturas.map(({ nome, cargo }) => `${nome}, ${cargo}`);
  return [conteudo.titulo, conteudo.subtitulo ?? '', ...conteudo.blocos.map(textOfBlock), ...assinaturas]
    .filter((texto) => texto !== '')
    .join('\n');
}
