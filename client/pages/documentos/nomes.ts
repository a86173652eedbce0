import type { Nouns } from '../../components/types.ts';

/** What the list of a category holds. */
export const NOMES: Nouns = { one: 'documento', many: 'documentos' };
