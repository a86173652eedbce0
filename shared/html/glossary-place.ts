/**
 * Where terms are explained; apart, so that the table of routes does not bring along what explains them to every page.
 */

/** Page of all terms. */
export const GLOSSARY_PATH = '/lai/glossario';

/** Id of a term's explanation, on the page of all terms and where it opens beside a word. */
export function glossaryAnchor(id: number): string {
  return `termo-${id}`;
}

/** Returns the address of a term's explanation on the page of all terms. */
export function glossaryAddress(id: number): string {
  return `${GLOSSARY_PATH}#${glossaryAnchor(id)}`;
}
