import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

const SAMPLE = '0b2e5c1a-0000-4000-8000-000000000001';

// The JSON text of each column, to the digit.
const TEXTS: readonly (readonly [field: string, json: string])[] = [
  ['id', `"${SAMPLE}"`],
  ['pequeno', '32767'],
  ['inteiro', '2147483647'],
  ['grande', '9223372036854775807'],
  ['decimal_', '123456789012345678901234567890.10'],
  ['simples', '1.5'],
  ['duplo', '1e+300'],
  ['logico', 'true'],
  ['texto', String.raw`"texto \"com\" \\ aspas"`],
  ['variavel', '"variável"'],
  ['fixo', '"ab   "'],
  ['dia', '"2014-09-14"'],
  ['momento', '"2004-10-19T10:23:54"'],
  ['instante', '"2025-05-09T17:26:04.579839+00:00"'],
  ['hora', '"11:09:23"'],
  ['hora_zona', '"15:22:23+00"'],
  ['intervalo', '"01:03:02"'],
  ['bytes', String.raw`"\\xdeadbeef"`],
  ['rede', '"10.0.0.1"'],
  ['json_', '{"b": 1,  "a": 2}'],
  ['jsonb_', '{"a": 12345678901234567890, "b": 1}'],
  ['textos', '["x","y z"]'],
  ['inteiros', '[1,2]'],
  ['uuids', `["${SAMPLE}"]`],
  ['faixa', '"[1,5)"'],
];

// Literals and texts that find the sample row again.
const INPUTS: readonly (readonly [field: string, literal: string])[] = [
  ['pequeno', '32767'],
  ['inteiro', '"2147483647"'],
  ['grande', '9223372036854775807'],
  ['grande', '"9223372036854775807"'],
  ['decimal_', '123456789012345678901234567890.1'],
  ['decimal_', '"123456789012345678901234567890.1"'],
  ['simples', '1.5'],
  ['duplo', '1e300'],
  ['logico', 'true'],
  ['logico', '"true"'],
  ['fixo', '"ab"'],
  ['dia', '"2014-09-14"'],
  ['momento', '"2004-10-19 10:23:54"'],
  ['instante', '"2025-05-09T14:26:04.579839-03:00"'],
  ['hora', '"11:09:23"'],
  ['hora_zona', '"15:22:23+00"'],
  ['intervalo', '"1 hour 3 minutes 2 seconds"'],
  ['bytes', String.raw`"\\xDEADBEEF"`],
  ['rede', '"10.0.0.1"'],
  ['jsonb_', '{b: 1, a: 12345678901234567890}'],
  ['textos', '["x", "y z"]'],
  ['inteiros', '[1, 2]'],
  ['uuids', `["${SAMPLE.toUpperCase()}"]`],
  ['faixa', '"[1,4]"'],
];

const PATHS: readonly (readonly [path: string, json: string])[] = [
  ['$', '{"cor": "azul", "partes": [{"n": 1}, {"n": 2}]}'],
  ['', '{"cor": "azul", "partes": [{"n": 1}, {"n": 2}]}'],
  ['$.cor', '"azul"'],
  ['cor', '"azul"'],
  ['partes[1].n', '2'],
  ['$.partes[0]', '{"n": 1}'],
  ["['cor']", '"azul"'],
  ['$["partes"][1]["n"]', '2'],
  ['nada.aqui', 'null'],
];

export function scalarCases({ ask }: Fixture): void {
  test.each(TEXTS)('%s is written as %s', async (field, json) => {
    const text = await ask.text(`{ amostra_by_pk(id: "${SAMPLE}") { ${field} } }`);
    expect(text).toBe(`{"amostra_by_pk":{"${field}" : ${json}}}`);
  });

  test('a column without a value answers null', async () => {
    const fields = TEXTS.slice(1).map(([field]) => field);
    const data = await ask.data(`{ amostra_by_pk(id: "0b2e5c1a-0000-4000-8000-000000000002") { ${fields.join(' ')} } }`);
    expect(data).toEqual({ amostra_by_pk: Object.fromEntries(fields.map((field) => [field, null])) });
  });

  test.each(INPUTS)('%s can be compared with %s', async (field, literal) => {
    const data = await ask.data(`{ amostra(where: {${field}: {_eq: ${literal}}}) { id } }`);
    expect(data).toEqual({ amostra: [{ id: SAMPLE }] });
  });

  test.each(PATHS)('path %j of a json column gives %s', async (path, json) => {
    const byVariable = await ask.text('query ($path: String) { noticia_by_pk(id: 1) { dados(path: $path) } }', { variables: { path } });
    expect(byVariable).toBe(`{"noticia_by_pk":{"dados" : ${json}}}`);
    const byLiteral = await ask.text(`{ noticia_by_pk(id: 1) { dados(path: ${JSON.stringify(path)}) } }`);
    expect(byLiteral).toBe(byVariable);
  });

  test('sums of big integers keep every digit', async () => {
    const text = await ask.text('{ noticia_aggregate(where: {id: {_in: [1, 2]}}) { aggregate { sum { visitas nota } } } }');
    expect(text).toContain('"visitas" : 9223372036854775827, "nota" : 17.75');
  });

  test('a wide row keeps all its columns in order', async () => {
    const fields = Array.from({ length: 130 }, (_, index) => `coluna_${130 - index}`);
    const text = await ask.text(`{ larga { ${fields.join(' ')} } }`, { role: 'admin' });
    const members = fields.map((field) => `"${field}" : ${{ coluna_1: '11', coluna_130: '130' }[field] ?? 'null'}`);
    expect(text.replaceAll(/,\s*/g, ', ')).toBe(`{"larga":[{${members.join(', ')}}]}`);
  });
}
