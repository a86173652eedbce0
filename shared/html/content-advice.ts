/**
 * What an editor may want to improve in a text, with the reason: accessibility (WCAG 2.2, eMAG 3.1), plain language (Lei 15.263/2025) and
 * personal data (Lei 13.709/2018). It is advice: nothing is refused. It reads HTML as the sanitiser leaves it.
 */
import { findCpfs } from '../content/cpf.ts';
import { plainText } from './headings.ts';

export type AdviceCode =
  | 'heading-skipped'
  | 'heading-faked'
  | 'link-vague'
  | 'link-bare'
  | 'link-ambiguous'
  | 'link-without-page'
  | 'alt-missing'
  | 'alt-weak'
  | 'sentence-long'
  | 'table-headless'
  | 'list-typed'
  | 'capitals'
  | 'cpf';

export interface Advice {
  readonly code: AdviceCode;
  /** What to do and why, for the editor. */
  readonly message: string;
  /** The words in question. */
  readonly excerpt: string;
}

/** Words of a sentence above which readers lose its beginning; the guides of plain language name 20 to 30. */
const LONG_SENTENCE_WORDS = 30;

const EXCERPT_LENGTH = 80;

/** Notes of one kind that are listed one by one. */
const MAX_OF_A_KIND = 5;

const VAGUE =
  /^(?:clique aqui|clicando aqui|aqui|saiba mais|leia mais|veja mais|mais|link|neste link|este link|nesse link|acesse|acesse aqui|ver|baixar|download|continue lendo)$/;

/**
 * Returns the advice on a text, in the order of the checks below, each note once. `hasPage` says whether the site has pages at a path; whether there is a
 * row behind it is the database's to report.
 */
export function contentAdvice(html: string, hasPage: (path: string) => boolean): readonly Advice[] {
  const found = [...personalData(html), ...headings(html), ...links(html, hasPage), ...pictures(html), ...tables(html), ...sentences(html)];
  const counts = new Map<AdviceCode, number>();
  const said = new Set<string>();
  return found.filter(({ code, excerpt }) => {
    if (said.has(`${code} ${excerpt}`)) return false;
    said.add(`${code} ${excerpt}`);
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= MAX_OF_A_KIND;
  });
}

function advice(code: AdviceCode, message: string, words: string): Advice {
  const excerpt = words.length > EXCERPT_LENGTH ? `${words.slice(0, EXCERPT_LENGTH)}…` : words;
  return { code, message, excerpt };
}

function personalData(html: string): readonly Advice[] {
  const message = 'Há um CPF neste texto. Publique só a parte do meio (***.456.789-**), para proteger a pessoa.';
  return findCpfs(plainText(html)).map(({ written }) => advice('cpf', message, written));
}

function headings(html: string): readonly Advice[] {
  const notes: Advice[] = [];
  let above = 1;
  for (const [, level = '2', content = ''] of html.matchAll(/<h([2-6])[^>]*>(.*?)<\/h\1>/gs)) {
    if (Number(level) > above + 1) {
      const message = `Este título pula um nível: use o título ${above + 1}. Quem ouve a página se orienta pela ordem dos títulos.`;
      notes.push(advice('heading-skipped', message, plainText(content)));
    }
    above = Number(level);
  }
  for (const [, content = ''] of html.matchAll(/<p>\s*<strong>([^<]*)<\/strong>\s*<\/p>/g)) {
    const words = plainText(content);
    if (words.length > EXCERPT_LENGTH || /[.:;]$/.test(words)) continue;
    notes.push(
      advice('heading-faked', 'Este parágrafo em negrito parece um título. Use um título, que aparece no índice da página.', words),
    );
  }
  return notes;
}

/** Addresses of the site that are no pages: files, and what its machinery answers. */
const NO_PAGE = /^\/(?:_|v1\/|nhostprovider\/)|\.[a-z\d]+$/i;

function links(html: string, hasPage: (path: string) => boolean): readonly Advice[] {
  const notes: Advice[] = [];
  const places = new Map<string, string>();
  for (const [, href = '', content = ''] of html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs)) {
    const words = plainText(content);
    const folded = words
      .toLowerCase()
      .replaceAll(/[.!»→>…]+$/g, '')
      .trim();
    const other = places.get(folded);
    if (VAGUE.test(folded)) {
      const message = 'Diga no texto do link para onde ele leva. Leitores de tela listam os links sem o texto em volta.';
      notes.push(advice('link-vague', message, words));
    } else if (/^(?:https?:\/\/|www\.)/.test(folded)) {
      notes.push(advice('link-bare', 'Troque o endereço por palavras: ele é lido letra por letra por leitores de tela.', words));
    } else if (other !== undefined && other !== href) {
      notes.push(advice('link-ambiguous', 'Dois links com o mesmo texto levam a lugares diferentes.', words));
    }
    places.set(folded, href);
    const [, path] = /^(\/(?!\/)[^?#]*)/.exec(href) ?? [];
    if (path !== undefined && !NO_PAGE.test(path) && !hasPage(path)) {
      notes.push(advice('link-without-page', `Este site não tem página em ${path}. Confira o endereço do link.`, words));
    }
  }
  return notes;
}

function pictures(html: string): readonly Advice[] {
  const notes: Advice[] = [];
  for (const [tag] of html.matchAll(/<img [^>]*>/g)) {
    const alt = plainText(/ alt="([^"]*)"/.exec(tag)?.[1] ?? '');
    if (alt === '') {
      notes.push(
        advice('alt-missing', 'Descreva esta imagem para quem não a vê. Se ela só enfeita, considere retirá-la.', 'imagem sem descrição'),
      );
    } else if (
      /\.(?:jpe?g|png|gif|webp|avif)$/i.test(alt) ||
      /^(?:imagem|foto|figura|img|image)(?:\s+(?:de|do|da|dos|das)\s|\s*\d*$)/i.test(alt)
    ) {
      const message =
        'Descreva o que a imagem mostra, sem o nome do arquivo e sem “imagem de”: leitores de tela já dizem que é uma imagem.';
      notes.push(advice('alt-weak', message, alt));
    }
  }
  return notes;
}

function tables(html: string): readonly Advice[] {
  return Array.from(html.matchAll(/<table>(.*?)<\/table>/gs), ([, content = '']) => content)
    .filter((content) => !content.includes('<th'))
    .map((content) => {
      const message =
        'Marque a primeira linha ou a primeira coluna como cabeçalho: sem isso, quem ouve a tabela não sabe o que cada célula é.';
      return advice('table-headless', message, plainText(content));
    });
}

function sentences(html: string): readonly Advice[] {
  const notes: Advice[] = [];
  const typed = html.match(/(?:<p>\s*(?:[-–•*]|\d{1,2}[.)])\s[^<]*(?:<(?!\/p>)[^>]*>[^<]*)*<\/p>){2,}/);
  if (typed !== null) {
    notes.push(
      advice('list-typed', 'Estas linhas parecem uma lista. Use o botão de lista, para que ela seja lida como lista.', plainText(typed[0])),
    );
  }
  for (const block of html.split(/<\/?(?:p|li|td|th|h[2-6]|blockquote|dd|dt|caption|figcaption|ul|ol|table|tr)\b[^>]*>|<br \/>/)) {
    const words = plainText(block);
    for (const sentence of words.replaceAll(/([.!?…])\s+(?=\p{Lu})/gu, '$1\n').split('\n')) {
      const count = sentence.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length;
      if (count <= LONG_SENTENCE_WORDS) continue;
      notes.push(
        advice('sentence-long', `Esta frase tem ${count} palavras. Divida-a em duas: frases curtas são lidas até o fim.`, sentence),
      );
    }
    const letters = words.replaceAll(/[^\p{L}]/gu, '');
    if (letters.length > 25 && letters === letters.toUpperCase()) {
      notes.push(advice('capitals', 'Textos só com maiúsculas são difíceis de ler. Escreva com maiúsculas e minúsculas.', words));
    }
  }
  return notes;
}
