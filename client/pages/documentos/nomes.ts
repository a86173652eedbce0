import type { Nomes } from '../../components/tipos.ts';

/** What the list of a category holds. */
export const NOMES: Nomes = { um: 'documento', varios: 'documentos' };
