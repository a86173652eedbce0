/** Fields that several content types have, and what reads values of rows. */
import { parseDocumentNumber } from '../../../shared/cases/document-number.ts';
import type { DecimalSize } from '../../../shared/locale/decimals.ts';
import type { Choice, Field, Publication, Row } from './content-type.ts';

/** The check of the database on the last part of an address. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Help of the part of an address by which the public finds a row: a trigger writes the redirect. */
export const OLD_ADDRESS_LEADS = 'Se o conteúdo está publicado, o endereço antigo leva ao novo.';

/** Says whether a field of a form holds nothing. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns what is wrong with the number of a company; it may be left out. */
export function cnpjFault(value: unknown): string | undefined {
  if (isEmpty(value) || parseDocumentNumber(String(value))?.tipo === 'CNPJ') return undefined;
  return 'Este CNPJ não existe: confira os números. Por exemplo: 12.345.678/0001-95.';
}

export const PUBLISHED_SINCE: Publication = { flag: 'publicado', since: { column: 'publicado_em', precision: 'moment' } };

export const BODY: Field = { name: 'corpo_html', label: 'Texto', kind: 'html', initial: '', section: 'Texto' };

/** Shown as soon as it is marked. */
export const SHOWN_AT_ONCE: Publication = { flag: 'publicado' };

export function shownField(label: string, initial = false): Field {
  return { name: 'publicado', label, kind: 'boolean', initial, section: 'Publicação' };
}

/** The size of the columns that hold amounts in reais. */
export const MONEY: DecimalSize = { precision: 18, scale: 2 };

/** The size of what is counted or measured, `numero_documento.valor`. */
export const MEASURE: DecimalSize = { precision: 18, scale: 4 };

/** The size of a latitude and of a longitude, in degrees. */
export const DEGREES: DecimalSize = { precision: 9, scale: 6 };

export const UF: readonly [RegExp, string] = [/^[A-Z]{2}$/, 'A UF tem duas letras maiúsculas.'];

/** The zones of Brazil (IANA, zone1970.tab), from the east to the west, by the places that people know them by. */
export const BRAZILIAN_ZONES: readonly Choice[] = [
  ['America/Noronha', 'Fernando de Noronha (UTC−2)'],
  ['America/Sao_Paulo', 'Brasília: DF, GO, MG, ES, RJ, SP, PR, SC e RS (UTC−3)'],
  ['America/Bahia', 'Bahia (UTC−3)'],
  ['America/Maceio', 'Alagoas e Sergipe (UTC−3)'],
  ['America/Recife', 'Pernambuco (UTC−3)'],
  ['America/Fortaleza', 'Maranhão, Piauí, Ceará, Rio Grande do Norte e Paraíba (UTC−3)'],
  ['America/Araguaina', 'Tocantins (UTC−3)'],
  ['America/Belem', 'Amapá e leste do Pará (UTC−3)'],
  ['America/Santarem', 'Oeste do Pará (UTC−3)'],
  ['America/Campo_Grande', 'Mato Grosso do Sul (UTC−4)'],
  ['America/Cuiaba', 'Mato Grosso (UTC−4)'],
  ['America/Porto_Velho', 'Rondônia (UTC−4)'],
  ['America/Boa_Vista', 'Roraima (UTC−4)'],
  ['America/Manaus', 'Leste do Amazonas (UTC−4)'],
  ['America/Eirunepe', 'Oeste do Amazonas (UTC−5)'],
  ['America/Rio_Branco', 'Acre (UTC−5)'],
].map(([id = '', name = '']) => ({ id, name }));

/** The fields of a content type that is published from a moment or a day on. */
export function publishedFields(precision: 'day' | 'moment'): readonly Field[] {
  const since = { name: 'publicado_em', label: 'Data de publicação' } as const;
  return [
    { name: 'publicado', label: 'Publicado', kind: 'boolean', initial: false, section: 'Publicação' },
    precision === 'day' ? { ...since, kind: 'date' } : { ...since, kind: 'date-time' },
  ];
}

/** Returns the key of a row as it stands in an address. */
export function idOf(row: Row): string | number {
  const { id } = row;
  return typeof id === 'string' || typeof id === 'number' ? id : '';
}

/** Returns a column's text; empty where the row has none. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}
