/** What the shells of several pages say in the same way. */
import type { OperationResults } from '../../graphql/generated/operations.ts';
import { type BreadcrumbStep, type Head, NOT_FOUND, type Outcome } from '../types.ts';

export const MENU_COMPLETO = '/lai/MenuCompleto';

/** The lists in which each document is about a named person; search engines list neither them nor what is in them (decision 0100). */
export const LISTAS_DE_PESSOAS: readonly string[] = ['portaria_aposentados', 'processosTcmAposentadosPensionistas'];

/** Titles longer than this, in characters, take the small size of the page header. */
const LONG_TITLE = 70;

export function headOf(titulo: string, extra: Omit<Head, 'title' | 'size'>): Head {
  return { title: titulo, ...extra, ...(titulo.length > LONG_TITLE ? { size: 'pequeno' as const } : {}) };
}

export function sectionStep({ chave, nome }: { readonly chave: string; readonly nome: string }): BreadcrumbStep {
  return { label: nome, to: `${MENU_COMPLETO}#secao-${chave}` };
}

/** The outcome of a page about a document that is not there: 410 with the reason where it was withdrawn. */
export function withdrawnOutcome(row: OperationResults['Documento']['documento_retirado'][number] | undefined): Outcome {
  if (row === undefined) return NOT_FOUND;
  const { retirado_em: em, retirado_motivo: motivo } = row;
  return { kind: 'gone', withdrawal: em === null || motivo === null ? null : { em, motivo } };
}
