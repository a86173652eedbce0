import path from 'node:path';
import { buildSchema, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { printProjectSchema } from '../../../../../server/backend/embedded/graphql/print-schema.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../../../server/project');

test('the printed public schema can be parsed and holds no hidden column or table', async () => {
  const schema = buildSchema(await printProjectSchema(PROJECT, 'public'));
  const documento = schema.getType('documento');
  const fields = isObjectType(documento) ? Object.keys(documento.getFields()) : [];
  expect(fields).toEqual(expect.arrayContaining(['id', 'titulo', 'categoria', 'arquivos', 'arquivos_aggregate']));
  expect(fields).not.toContain('contem_dado_pessoal');
  expect(schema.getType('documento_visivel')).toBeUndefined();
  expect(schema.getMutationType()).toBeUndefined();
});
