/** Who sees the cases of citizens in the administration, and with which role each table is asked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Access, readAccessOf } from '../../../client/admin/data/access.ts';
import { withRole } from '../../../client/admin/data/graphql.ts';
import { CONTENT_TYPES } from '../../../client/admin/resources/content-types.ts';
import { OMBUDSMAN } from '../project/cases/case-desk.ts';
import { ADMINISTRATOR, ANA, PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type Desk, deskOf } from './own-engine.ts';

const TABLES = CONTENT_TYPES.map(({ table }) => table);

/** What opens a case, or changes it. */
const QUESTIONS = [
  '{ caso { id } }',
  '{ caso_andamento { id } }',
  '{ caso_anexo { id } }',
  '{ recurso_informacao { id } }',
  'mutation { tramitar_caso(args: {caso_id: "00000000-0000-4000-8000-000000000000", para_situacao: "em_analise"}) { id } }',
  'mutation { anotar_caso(args: {caso_id: "00000000-0000-4000-8000-000000000000", nota: "x"}) { id } }',
  'mutation { ler_dados_pessoais(args: {caso_id: "00000000-0000-4000-8000-000000000000", motivo: "xyz"}) { nome } }',
];

let engine: ProjectEngine;
let ombudsman: Desk;
let editor: Desk;
let administrator: Desk;

beforeAll(async () => {
  const [[, openPglite]] = PROJECT_ENGINES;
  engine = await openPglite();
  ombudsman = await deskOf(() => engine, OMBUDSMAN);
  editor = await deskOf(() => engine, ANA);
  administrator = await deskOf(() => engine, ADMINISTRATOR);
}, 120_000);
afterAll(() => engine.close());

const unknownFields = async ({ run }: Pick<Desk, 'run'>): Promise<number> =>
  (await Promise.allSettled(QUESTIONS.map((query) => run(query)))).filter(
    (answer) => answer.status === 'rejected' && (answer.reason as { readonly status?: number }).status === 403,
  ).length;

describe('the cases of citizens', () => {
  test('are unknown to who edits and to who administers', async () => {
    expect([await unknownFields(editor), await unknownFields(administrator)]).toEqual([QUESTIONS.length, QUESTIONS.length]);
  });

  test('are open to the ombudsman, and to who edits with that role beside the own', async () => {
    expect(await unknownFields(ombudsman)).toBe(0);
    const both = await deskOf(() => engine, { ...ANA, others: ['ouvidor'] });
    expect(await unknownFields(both)).toBe(QUESTIONS.length);
    expect(await unknownFields({ run: withRole(both.run, 'ouvidor') })).toBe(0);
  });
});

describe('the content', () => {
  const access = (desk: Desk, role: string, answersCases: boolean): Promise<Access> =>
    readAccessOf(desk.run, TABLES, { role, answersCases });

  test('is not shown to an ombudsman who does not edit, nor changed by one', async () => {
    const shown = await access(ombudsman, 'ouvidor', true);
    const ofContent = [...(await access(editor, 'editor', false)).entries()].filter(([, { changeable }]) => changeable.size > 0);
    expect(ofContent.length).toBeGreaterThan(10);
    expect(ofContent.filter(([table]) => shown.has(table)).map(([table]) => table)).toEqual([]);
  });

  test('of who holds both roles is asked with the role that edits', async () => {
    const both = await deskOf(() => engine, { ...ANA, others: ['ouvidor'] });
    const [alone, together] = [await access(editor, 'editor', false), await access(both, 'editor', true)];
    for (const [table, { role }] of together) expect([table, role]).toEqual([table, alone.has(table) ? undefined : 'ouvidor']);
    expect([...alone.keys()].filter((table) => !together.has(table))).toEqual([]);
  });
});
