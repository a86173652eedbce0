/**
 * The border at which a CPF (Lei 13.709/2018) is masked in everything that visitors read: a content backend that masks the numbers in the texts of every
 * answer to the public and to readers. Pages, payloads, files of data, feeds, the search and GraphQL read through it, so none of them can forget to.
 * Editors and the server itself read the text as it is.
 *
 * What it does not cover: bytes of files, which are inspected before they are stored (decision 0050).
 */
import { findCpfs, maskedCpf } from '../../../shared/content/cpf.ts';
import { READER_ROLE } from '../../../shared/session/page-session.ts';
import { type Caller, type ContentBackend, type GraphqlAnswer, PUBLIC_CALLER } from '../backend.ts';
import { withChangedAnswers } from '../changed-answers.ts';

/** Decorates `backend`; everything but `execute`, `dryRun` and `subscribe` is passed through. */
export function maskedBackend(backend: ContentBackend): ContentBackend {
  return withChangedAnswers(backend, maskedAnswer, isVisitor);
}

function isVisitor({ role }: Caller): boolean {
  return role === PUBLIC_CALLER.role || role === READER_ROLE;
}

function maskedAnswer(answer: GraphqlAnswer): GraphqlAnswer {
  return answer.kind === 'errors' ? answer : { kind: 'data', json: maskJsonTexts(answer.json) };
}

/** What the JSON text of every CPF holds; most answers hold it nowhere, and are looked at no further. */
const TRACE = /\d{9}|\.(?:\s|\\[nrt])?\d{3}(?:\s|\\[nrt])?[-\u2010-\u2015\u2212]/;

/** A string of a JSON text. Numbers outside strings are ids and amounts, and never masked. */
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Ids of files and checksums may hold eleven digits in a row, and are no CPF. */
const IDENTIFIER = /([0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}|\b[0-9A-Fa-f]{64}\b)/;

/** Masks every CPF in the strings of a JSON text, which keeps its long numbers digit by digit. */
export function maskJsonTexts(json: string): string {
  return TRACE.test(json) ? json.replaceAll(STRING, (literal) => (TRACE.test(literal) ? maskedLiteral(literal) : literal)) : json;
}

function maskedLiteral(literal: string): string {
  const text = String(JSON.parse(literal));
  const parts = text.split(IDENTIFIER);
  const masked = parts.map((part, index) => (index % 2 === 1 ? part : maskedText(part))).join('');
  return masked === text ? literal : JSON.stringify(masked);
}

/** Each writing of a number is replaced in turn: a text may show the same number with and without its points. */
function maskedText(text: string): string {
  let masked = text;
  for (let found = findCpfs(masked); found.length > 0; found = findCpfs(masked)) {
    for (const { written, digits } of found) masked = masked.replaceAll(written, maskedCpf(digits));
  }
  return masked;
}
