import pg from 'pg';

type TextParser = (text: string) => unknown;

const asText: TextParser = (text) => text;

// The library's type names scalar types only; it knows the arrays as well.
const library: { getTypeParser(oid: number, format: 'text'): TextParser } = pg.types;

function libraryParser(oid: number): TextParser {
  return library.getTypeParser(oid, 'text');
}

// OIDs of pg_type. Everything that is not listed stays the text that Postgres printed: int8 and numeric keep their digits, dates and
// timestamps keep their microseconds, and both kinds of database answer alike.
const PARSERS: ReadonlyMap<number, TextParser> = new Map<number, TextParser>([
  [16, (text) => text === 't'], // bool
  [17, libraryParser(17)], // bytea
  [21, Number], // int2
  [23, Number], // int4
  [26, Number], // oid
  [700, Number], // float4
  [701, Number], // float8
  [114, (text) => JSON.parse(text)], // json
  [3802, (text) => JSON.parse(text)], // jsonb
  [1000, libraryParser(1000)], // bool[]
  [1003, libraryParser(1009)], // name[]
  [1005, libraryParser(1005)], // int2[]
  [1007, libraryParser(1007)], // int4[]
  [1009, libraryParser(1009)], // text[]
  [1015, libraryParser(1009)], // varchar[]
  [1016, libraryParser(1009)], // int8[] as text
  [2951, libraryParser(1009)], // uuid[]
]);

/** The value parsers of every `pg` client in this backend: booleans, int2, int4, oid, floats, json and bytea are values, the rest is text. */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: string) =>
    format === 'binary' ? asText : (PARSERS.get(oid) ?? asText)) as pg.CustomTypesConfig['getTypeParser'],
};
