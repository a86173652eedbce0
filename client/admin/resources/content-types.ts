/** All content types, in the order of the menu. */
import { ACCOUNTS } from './accounts.ts';
import { CITIZEN_SERVICE } from './citizen-service.ts';
import { COMMUNICATION } from './communication.ts';
import type { ContentType } from './content-type.ts';
import { INSTITUTION } from './institution.ts';
import { PROGESTAO } from './progestao.ts';
import { READERS } from './readers.ts';
import { SITE } from './site.ts';
import { TRANSPARENCY } from './transparency.ts';
import { VOCABULARIES } from './vocabularies.ts';

export const CONTENT_TYPES: readonly ContentType[] = [
  ...COMMUNICATION,
  ...TRANSPARENCY,
  ...INSTITUTION,
  ...PROGESTAO,
  ...CITIZEN_SERVICE,
  ...READERS,
  ...SITE,
  ACCOUNTS,
];

/** Content types and the vocabularies of their fields. */
export const ALL_TYPES: readonly ContentType[] = [...CONTENT_TYPES, ...VOCABULARIES];

const BY_TABLE: ReadonlyMap<string, ContentType> = new Map(ALL_TYPES.map((type) => [type.table, type]));

/** Returns the description of a table. @throws when no content type is of that table. */
export function contentTypeOf(table: string): ContentType {
  const found = BY_TABLE.get(table);
  if (found === undefined) throw new Error(`no content type describes ${table}`);
  return found;
}
