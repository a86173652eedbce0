/**
 * Reads the JSON of clients. An integer beyond the safe range of JavaScript is read as the text of its digits, which `bigint` and `numeric` arguments accept
 * too: as a number it would lose digits and could name another row. A reviver of `JSON.parse` could do that, but it is called for each value, and a
 * megabyte of short numbers takes it a third of a second, in which nothing else is answered.
 */

/** Values within values. No request has so many, and what goes through deeper ones overflows the stack. */
const MAX_DEPTH = 500;

/** 2^53 has sixteen digits. */
const LONG_DIGITS = /[0-9]{16}/;

/** In JSON: a text, which may hold digits of its own, or a number of sixteen characters or more. */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![0-9.eE+-])-?[0-9][0-9.eE+-]{15,}/g;

/** @throws SyntaxError for what is no JSON, RangeError for what is nested too deeply */
export function parseRequestJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, MAX_DEPTH)) throw new RangeError(`more than ${MAX_DEPTH} values within values`);
  return LONG_DIGITS.test(text) ? JSON.parse(withLongIntegersAsTexts(text)) : value;
}

/** Returns the same JSON with long integers as texts. @param text what `parseRequestJson` reads */
export function withLongIntegersAsTexts(text: string): string {
  if (!LONG_DIGITS.test(text)) return text;
  return text.replaceAll(TEXT_OR_LONG_NUMBER, (token) =>
    /^-?[0-9]+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const member of Object.values(value)) if (isDeeper(member, depth - 1)) return true;
  return false;
}
