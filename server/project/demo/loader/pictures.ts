import path from 'node:path';
import sharp from 'sharp';
import { uuidFor } from './ids.ts';
import type { PictureInText } from './rich-text.ts';
import { ContentError, listFiles, readText } from './source.ts';

/** A picture of the demonstration: an SVG file whose `title` is its alternative text, stored as JPEG or PNG. */
export interface ImagemDemo {
  readonly nome: string;
  readonly alt: string;
  readonly largura: number;
  readonly altura: number;
  readonly formato: 'jpeg' | 'png';
  readonly svg: string;
}

/** How the other parts of the content name a picture. All throw a RangeError for a name that no picture has. */
export interface Pictures {
  readonly all: readonly ImagemDemo[];
  readonly idOf: (nome: string) => string;
  readonly addressOf: (nome: string) => string;
  readonly forText: (nome: string) => PictureInText;
}

/** What the portrait of a person is made of. */
export interface Retratado {
  readonly chave: string;
  readonly nome: string;
  readonly cores: readonly [escura: string, clara: string];
}

/** Pictures of this folder have a transparent ground, which JPEG cannot keep. */
const TRANSPARENT = 'pictures/transparentes/';
const PORTRAIT = 'pictures/retrato.svg';

/** Reads all pictures: those that are files of their own, then a portrait of each person. */
export function readPictures(pessoas: readonly Retratado[]): Pictures {
  const all = readAll(pessoas);
  const byName = new Map(all.map((imagem) => [imagem.nome, imagem]));
  const find = (nome: string): ImagemDemo => {
    const imagem = byName.get(nome);
    if (imagem === undefined) {
      throw new RangeError(`no picture is called ${nome}`);
    }
    return imagem;
  };
  const idOf = (nome: string): string => uuidFor(`imagem:${find(nome).nome}`);
  const addressOf = (nome: string): string => `/nhostprovider/${idOf(nome)}`;
  return { all, idOf, addressOf, forText: (nome) => ({ src: addressOf(nome), alt: find(nome).alt }) };
}

function readAll(pessoas: readonly Retratado[]): readonly ImagemDemo[] {
  const files = listFiles('pictures', '.svg').filter((file) => file !== PORTRAIT);
  const portrait = readText(PORTRAIT);
  return [
    ...files.map((file) => pictureOf(file, path.basename(file, '.svg'), readText(file))),
    ...pessoas.map((pessoa) => ({
      ...pictureOf(PORTRAIT, `retrato-${pessoa.chave}`, fillPortrait(portrait, pessoa)),
      alt: `Retrato ilustrado com as iniciais de ${pessoa.nome}.`,
    })),
  ];
}

function pictureOf(file: string, nome: string, svg: string): ImagemDemo {
  const [, largura, altura] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  if (largura === undefined || altura === undefined) {
    throw new ContentError(`${file}:1`, 'the svg element has no width and height');
  }
  return {
    nome,
    alt: /<title>(.*?)<\/title>/.exec(svg)?.[1] ?? '',
    largura: Number(largura),
    altura: Number(altura),
    formato: file.startsWith(TRANSPARENT) ? 'png' : 'jpeg',
    svg,
  };
}

function fillPortrait(svg: string, { nome, cores: [escura, clara] }: Retratado): string {
  const iniciais = initialsOf(nome);
  const values: Readonly<Record<string, string>> = { escura, clara, primeira: iniciais.slice(0, 1), ultima: iniciais.slice(1) };
  return svg.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Returns the first letters of the first and last name, without accents. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .split(' ')
    .filter((part) => /^[A-Z]/.test(part));
  return (words.at(0) ?? '').slice(0, 1) + (words.length > 1 ? (words.at(-1) ?? '').slice(0, 1) : '');
}

/** Returns the bytes of a picture. sharp works outside the main thread; the same file gives the same bytes on one version of libvips. */
export async function renderPicture({ svg, formato }: ImagemDemo): Promise<Uint8Array> {
  const picture = sharp(Buffer.from(svg));
  return formato === 'png' ? picture.png({ palette: true, compressionLevel: 8 }).toBuffer() : picture.jpeg({ quality: 82 }).toBuffer();
}
