import type { Nomes } from '../../components/types.ts';

/** What the list of a category holds. */
export const NOMES: Nomes = { um: 'documento', varios: 'documentos' };
