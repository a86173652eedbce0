import pg from 'pg';

type TextParser = (text: string) => unknown;

const asText: TextParser = (text) => text;

// OIDs of pg_type. Everything that is not listed stays the text that Postgres printed: int8 and numeric keep their digits, dates and
// timestamps keep their microseconds, and both kinds of database answer alike.
const PARSERS: ReadonlyMap<number, TextParser> = new Map<number, TextParser>([
  [16, (text) => text === 't'], // bool
  [17, pg.types.getTypeParser(17, 'text')], // bytea
  [21, Number], // int2
  [23, Number], // int4
  [26, Number], // oid
  [700, Number], // float4
  [701, Number], // float8
  [114, (text) => JSON.parse(text)], // json
  [3802, (text) => JSON.parse(text)], // jsonb
  [1000, pg.types.getTypeParser(1000, 'text')], // bool[]
  [1003, pg.types.getTypeParser(1009, 'text')], // name[]
  [1005, pg.types.getTypeParser(1005, 'text')], // int2[]
  [1007, pg.types.getTypeParser(1007, 'text')], // int4[]
  [1009, pg.types.getTypeParser(1009, 'text')], // text[]
  [1015, pg.types.getTypeParser(1009, 'text')], // varchar[]
  [1016, pg.types.getTypeParser(1009, 'text')], // int8[] as text
  [2951, pg.types.getTypeParser(1009, 'text')], // uuid[]
]);

/** The value parsers of every `pg` client in this backend: booleans, int2, int4, oid, floats, json and bytea are values, the rest is text. */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: string) => (format === 'binary' ? asText : (PARSERS.get(oid) ?? asText))) as pg.CustomTypesConfig['getTypeParser'],
};
