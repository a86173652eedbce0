/**
 * Numbers of people (CPF) and of companies (CNPJ). Since July 2026 the first twelve characters of a CNPJ may be letters too; each counts as its
 * ASCII code less 48, and the two check digits stay digits.
 */
import { isCpf } from '../content/cpf.ts';

export interface DocumentNumber {
  readonly tipo: 'CPF' | 'CNPJ';
  /** Without points, dashes and slash; letters are capitals. */
  readonly numero: string;
}

const CPF = /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/;
const CNPJ = /^[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}$/;

/** Returns the number in a text of either form, with or without its punctuation; null where the check digits do not hold. */
export function parseDocumentNumber(text: string): DocumentNumber | null {
  const written = text.replaceAll(/\s/g, '').toUpperCase();
  const numero = written.replaceAll(/[./-]/g, '');
  if (CPF.test(written)) return isCpf(numero) ? { tipo: 'CPF', numero } : null;
  if (CNPJ.test(written)) return isCnpj(numero) ? { tipo: 'CNPJ', numero } : null;
  return null;
}

/** Says whether the citizen meant a CNPJ, so that a message names the right number. */
export function looksLikeCnpj(text: string): boolean {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').length > 11;
}

function isCnpj(numero: string): boolean {
  const digits = Array.from(numero, (character) => character.charCodeAt(0) - 48);
  if (digits.every((digit) => digit === digits[0])) return false;
  return checkDigit(digits.slice(0, 12)) === digits[12] && checkDigit(digits.slice(0, 13)) === digits[13];
}

/** Modulo 11 with weights 2 to 9 from the right, again from 2 after 9. */
function checkDigit(digits: readonly number[]): number {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) sum += digit * (2 + (index % 8));
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
