/** The key of the cases of citizens from the environment: 32 bytes as base64, several by commas. */
import { z } from 'zod';

/** The first is in use, all read. */
export type CasesKeys = readonly [Uint8Array, ...Uint8Array[]];

const BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Reads the value of `name`. Its message never repeats the value. */
export const casesKey = (name: string) =>
  z
    .string()
    .optional()
    .transform((value, context): CasesKeys | null => {
      if (value === undefined) return null;
      const [first, ...others] = value.split(',').map((text) => text.trim());
      const keys = [first ?? '', ...others].map(readKey);
      const [inUse, ...readOnly] = keys.filter((key) => key !== null);
      if (inUse !== undefined && readOnly.length === keys.length - 1) return [inUse, ...readOnly];
      context.addIssue({ code: 'custom', message: `${name} must be 32 bytes as base64 (openssl rand -base64 32), or several by commas` });
      return z.NEVER;
    });

function readKey(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return BASE64.test(text) && bytes.length === BYTES ? bytes : null;
}

/** The faults of a key that is missing: a hosted backend keeps none, and one in the database lies beside what it protects. */
export function casesKeyFaults(given: Readonly<Record<string, string>>, isProduction: boolean): readonly string[] {
  if (given['CASES_KEY'] !== undefined) return [];
  const where = given['GRAPHQL_URL'] === undefined ? 'DATABASE_URL' : 'GRAPHQL_URL';
  const needed = where === 'GRAPHQL_URL' || (isProduction && given['DATABASE_URL'] !== undefined);
  return needed ? [`CASES_KEY is missing; with ${where} the cases of citizens need it (openssl rand -base64 32)`] : [];
}
