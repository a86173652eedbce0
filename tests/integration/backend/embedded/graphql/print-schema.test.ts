import path from 'node:path';
import { buildSchema, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { printProjectSchema } from '../../../../../server/backend/embedded/graphql/print-schema.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../../../server/project');

// Each printing opens a database.
let printedForAll: Promise<string> | undefined;
const printed = (role: string): Promise<string> =>
  role === 'public' ? (printedForAll ??= printProjectSchema(PROJECT, role)) : printProjectSchema(PROJECT, role);

test('the printed public schema can be parsed and holds no hidden column or table', async () => {
  const schema = buildSchema(await printed('public'));
  const documento = schema.getType('documento');
  const fields = isObjectType(documento) ? Object.keys(documento.getFields()) : [];
  expect(fields).toEqual(expect.arrayContaining(['id', 'titulo', 'categoria', 'arquivos', 'arquivos_aggregate']));
  expect(fields).not.toContain('contem_dado_pessoal');
  expect(schema.getType('documento_visivel')).toBeUndefined();
  expect(schema.getMutationType()).toBeUndefined();
});

test.each(['user', 'me'])('a person who has signed in sees as %s what everybody sees', async (role) => {
  const [own, everybody] = await Promise.all([role, 'public'].map(async (name) => buildSchema(await printed(name))));
  const roots = (schema: typeof own): readonly string[] => Object.keys(schema?.getQueryType()?.getFields() ?? {});
  expect(roots(everybody).length).toBeGreaterThan(40);
  expect(roots(everybody).filter((field) => !roots(own).includes(field))).toEqual([]);
  // The service grants this to the role itself; nothing else differs.
  expect(roots(own).filter((field) => !roots(everybody).includes(field))).toEqual(
    role === 'user' ? ['authRefreshTokens', 'authRefreshToken'] : [],
  );
});
