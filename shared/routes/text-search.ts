/** The address of a document's text: which of its files, and which part of that. */

import { withMark } from '../platform/substitutes.ts';
import type { RouteInput, SearchParameter } from './types.ts';

/** A part is a page of the file, or what a long page was cut into: at most some 20,000 characters each. */
export const PARTS_ON_A_PAGE = 10;

export interface TextQuery {
  /** Place of the file among those of its document, from 1. */
  readonly file: number;
  /** From 1. */
  readonly page: number;
}

const PLACE = /^[1-9]\d?$/;
const PAGE = /^[1-9]\d{0,3}$/;

export const TEXT_SEARCH: readonly SearchParameter[] = [
  { name: 'arquivo', maxLength: 2, form: PLACE, defaultValue: '1' },
  { name: 'pagina', maxLength: 4, form: PAGE, defaultValue: '1' },
];

/** Reads the declared parameters. */
export function readTextQuery(search: RouteInput['search']): TextQuery {
  return { file: Number(search['arquivo']?.[0] ?? '1'), page: Number(search['pagina']?.[0] ?? '1') };
}

/** Writes them with their `?`, leaving defaults out; empty for the beginning of the first file. */
export function textQueryString({ file, page }: TextQuery): string {
  const search = new URLSearchParams();
  if (file > 1) search.set('arquivo', String(file));
  if (page > 1) search.set('pagina', String(page));
  return withMark(search);
}
