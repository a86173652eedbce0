import { expect, test } from 'vitest';
import { readCase } from '../../../client/admin/cases/case-record.ts';
import { caseFields } from '../../../server/cases/case-fields.ts';
import { readCaseForm } from '../../../shared/cases/case-form.ts';
import { type Channel } from '../../../shared/cases/vocabulary.ts';
import { readTables } from '../project/metadata.ts';

const PERSON = { nome: 'Maria Silva', email: 'maria@exemplo.org', texto: 'Um texto que basta para um pedido.' };
/** The person and the statistics are read by themselves, and the files are rows. */
const BESIDE_THE_CASE = new Set(['pessoa', 'perfil', 'solicitante', 'anexos']);

test.each<[Channel, Record<string, string>]>([
  ['contato', PERSON],
  ['ouvidoria', { ...PERSON, identificacao: 'identificada', tipo: 'denuncia', forma_resposta: 'email' }],
  ['sic', { ...PERSON, forma_resposta: 'email' }],
])('who answers citizens may read, and asks for, each column that a form writes: %s', async (channel, typed) => {
  const reading = readCaseForm(channel, typed, '2026-03-02');
  if (reading.kind === 'faulty') throw new Error(JSON.stringify(reading.errors));
  const written = Object.keys(caseFields(reading.case, { attachments: [], encrypt: String, requester: () => '' }));
  const columns = written.filter((name) => !BESIDE_THE_CASE.has(name));
  const queries: string[] = [];
  const run = (query: string): Promise<never> => {
    queries.push(query);
    return Promise.reject(new Error('only the query is looked at'));
  };
  await expect(readCase(run, 'x')).rejects.toThrow('only the query');
  const asked = new Set(queries.join(' ').split(/\W+/));
  const readable =
    readTables()
      .get('public.caso')
      ?.select_permissions.find(({ role }) => role === 'ouvidoria')?.permission.columns ?? [];
  expect(columns).toContain('texto');
  expect(
    columns.filter((name) => !readable.includes(name)),
    'for public_caso.yaml',
  ).toEqual([]);
  expect(
    columns.filter((name) => !asked.has(name)),
    'for client/admin/cases/case-record.ts',
  ).toEqual([]);
});
