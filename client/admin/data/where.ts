/** Filters and searches of lists as boolean expressions of the dialect. */
import { foldText } from '../../../shared/locale/fold.ts';
import type { ContentType, Field } from '../resources/content-type.ts';

export type BoolExp = Readonly<Record<string, unknown>>;

/** Key of the free-text search among the filters of a list; every other key is a column. */
export const SEARCH_KEY = 'q';

/** The column whose text the database has already folded. */
const FOLDED = 'busca_texto';

/** Returns the expression of all filters together. */
export function whereOf(type: ContentType, filter: Readonly<Record<string, unknown>>): BoolExp {
  const all = Object.entries(filter).flatMap(([key, value]): readonly BoolExp[] => {
    if (value === null || value === undefined || value === '') return [];
    if (key === SEARCH_KEY) return typeof value === 'string' ? [searchOf(type, value)] : [];
    if (isExpression(value)) return [{ [key]: value }];
    const field = type.fields.find(({ name }) => name === key);
    return [{ [key]: operatorOf(field, value) }];
  });
  return all.length === 0 ? {} : { _and: all };
}

/** Dashboards and reports filter by expressions of the dialect. */
function isExpression(value: unknown): value is BoolExp {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function operatorOf(field: Field | undefined, value: unknown): BoolExp {
  if (Array.isArray(value)) return { _in: value };
  return field?.kind === 'text' ? { _ilike: containing(String(value)) } : { _eq: value };
}

/** The index of texts holds groups of three letters. */
const SHORTEST_PART = 3;

/** Every word must be in one of the columns: anywhere, or at the beginning of a word where it is too short for the index to find it elsewhere. */
function searchOf(type: ContentType, text: string): BoolExp {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return {
    _and: words.map((word) => ({
      _or: type.search.map((column) => inColumn(column.split('.'), column === FOLDED ? foldText(word) : word)),
    })),
  };
}

function inColumn([first = '', ...rest]: readonly string[], word: string): BoolExp {
  if (rest.length > 0) return { [first]: inColumn(rest, word) };
  if (word.length >= SHORTEST_PART) return { [first]: { _ilike: containing(word) } };
  return { _or: [`${literal(word)}%`, `% ${literal(word)}%`].map((pattern) => ({ [first]: { _ilike: pattern } })) };
}

/** A pattern of LIKE in which the text stands for itself. */
function containing(text: string): string {
  return `%${literal(text)}%`;
}

function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
