/** Who sees the cases of citizens in the administration, and with which role each table is asked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCase } from '../../../client/admin/cases/case-record.ts';
import { readDueCases } from '../../../client/admin/cases/due-cases.ts';
import { readInbox } from '../../../client/admin/cases/inbox.ts';
import { type Access, readAccessOf } from '../../../client/admin/data/access.ts';
import { withRole } from '../../../client/admin/data/graphql.ts';
import { CONTENT_TYPES } from '../../../client/admin/resources/content-types.ts';
import { readInboxFilter } from '../../../shared/cases/inbox-filter.ts';
import { type CaseDesk, dataOfStep, OMBUDSMAN, openCaseDesk } from '../project/cases/case-desk.ts';
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
  test('the cases of citizens are unknown to editors and to administrators', async () => {
    expect([await unknownFields(editor), await unknownFields(administrator)]).toEqual([QUESTIONS.length, QUESTIONS.length]);
  });

  test('the cases of citizens are open to the ombudsman, and to an editor who holds that role too', async () => {
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

  test('a person who holds both roles asks for content with the role that edits', async () => {
    const both = await deskOf(() => engine, { ...ANA, others: ['ouvidor'] });
    const [alone, together] = [await access(editor, 'editor', false), await access(both, 'editor', true)];
    for (const [table, { role }] of together) expect([table, role]).toEqual([table, alone.has(table) ? undefined : 'ouvidor']);
    expect([...alone.keys()].filter((table) => !together.has(table))).toEqual([]);
  });
});

describe('the steps that are offered', () => {
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await openCaseDesk(PROJECT_ENGINES[0][1]);
    await desk.at('2026-03-02T12:00:00Z');
  }, 120_000);
  afterAll(() => desk.close());

  const opened = async (channel: 'manifestacao' | 'pedido', before: readonly string[], anonymous = false): Promise<unknown> => {
    const kind = channel === 'pedido' ? {} : { tipo: 'reclamacao', identificacao: anonymous ? 'anonima' : 'identificada' };
    const { protocolo } = await desk.register(channel, { texto: 'Um texto longo o bastante.', ...kind });
    const [row] = await desk.project.rows(`select id from casos.caso where protocolo = '${String(protocolo)}'`);
    for (const to of before)
      await (to === 'recurso'
        ? desk.citizen('interpor_recurso', String(protocolo), 'texto: "Discordo."')
        : desk.step(row?.['id'], to, dataOfStep(to)));
    return row?.['id'];
  };
  test('an appeal is in one list of the first screen until it is decided, however far its term is', async () => {
    const id = await opened('pedido', ['em_tratamento', 'respondido', 'recurso']);
    const { run } = await deskOf(() => desk.project, OMBUDSMAN);
    const listsOn = async (today: string): Promise<readonly string[]> => {
      const { soon, appeals } = await readDueCases(run, today);
      return Object.entries({ soon, appeals }).flatMap(([name, rows]) => (rows.some((row) => row.id === id) ? [name] : []));
    };
    expect([await listsOn('2026-02-01'), await listsOn('2026-03-04')]).toEqual([['appeals'], ['soon']]);
    await desk.step(id, 'recurso_decidido_1', dataOfStep('recurso_decidido_1'));
    expect([await listsOn('2026-02-01'), await listsOn('2026-03-04')]).toEqual([[], []]);
  });

  test('a request with a complaint is before what is later, and the complaint can be decided', async () => {
    await desk.at('2026-01-05T12:00:00Z');
    const later = await opened('pedido', []);
    // A day later its term would end on the same Monday.
    await desk.at('2026-01-12T12:00:00Z');
    const id = await opened('pedido', []);
    const [row] = await desk.project.rows(`select protocolo from casos.caso where id = '${String(id)}'`);
    await desk.at('2026-03-02T12:00:00Z');
    const { run } = await deskOf(() => desk.project, OMBUDSMAN);
    const late = async (): Promise<readonly unknown[]> =>
      (await readDueCases(run, '2026-03-02')).late.slice(0, 2).map((listed) => listed.id);
    expect(await late()).toEqual([later, id]);
    await desk.citizen('reclamar_da_omissao', String(row?.['protocolo']));
    expect(await late()).toEqual([id, later]);
    const filter = readInboxFilter(new URLSearchParams());
    expect((await readInbox(run, filter, 1, '2026-03-02')).rows[0]).toMatchObject({ id, reclamacao_ate: '2026-03-09' });
    const opening = await readCase(run, String(id));
    expect(opening?.record).toMatchObject({
      reclamacao_ate: '2026-03-09',
      recursos: [{ tipo: 'reclamacao', instancia: null, motivo: null }],
    });
    expect(opening?.steps.map(({ para }) => para)).toContain('reclamacao_decidida');
  });

  const offered = async (id: unknown): Promise<readonly string[]> => {
    const query = 'query ($id: uuid!) { passos_do_caso(args: {caso_id: $id}) { para } }';
    const { passos_do_caso: steps } = (await desk.project.ask.data(query, { ...OMBUDSMAN, variables: { id } })) as {
      passos_do_caso: { para: string }[];
    };
    return steps.map(({ para }) => para).toSorted();
  };

  test.each([
    ['manifestacao', [], ['em_analise', 'prorrogada', 'reclassificada', 'respondida']],
    ['pedido', [], ['em_tratamento', 'prorrogado', 'reclassificado', 'respondido']],
    [
      'manifestacao',
      ['em_analise'],
      ['aguardando_complementacao', 'arquivada', 'encaminhada_area', 'encaminhada_externa', 'prorrogada', 'reclassificada', 'respondida'],
    ],
    [
      'manifestacao',
      ['em_analise', 'prorrogada', 'em_analise'],
      ['aguardando_complementacao', 'arquivada', 'encaminhada_area', 'encaminhada_externa', 'reclassificada', 'respondida'],
    ],
    ['manifestacao', ['em_analise', 'respondida'], []],
    ['pedido', ['em_tratamento', 'respondido'], []],
    ['pedido', ['em_tratamento', 'respondido', 'recurso'], ['recurso_decidido_1']],
  ] as const)('a %s after %j offers the steps %j, and takes each of them', async (channel, before, steps) => {
    expect(await offered(await opened(channel, before))).toEqual(steps);
    for (const to of steps) await desk.step(await opened(channel, before), to, dataOfStep(to));
  });

  test('the steps of an anonymous manifestation do not lead to the SIC', async () => {
    expect(await offered(await opened('manifestacao', [], true))).toEqual(['em_analise', 'prorrogada', 'respondida']);
  });

  test('are taken once: of two people the second is told, and nothing is written', async () => {
    const id = await opened('manifestacao', ['em_analise']);
    const [read] = await desk.project.rows(`select versao from casos.caso where id = '${String(id)}'`);
    await desk.step(id, 'respondida', { resposta: 'Da primeira.', versao: read?.['versao'] });
    expect(await desk.refusal(id, 'respondida', { resposta: 'Da segunda.', versao: read?.['versao'] })).toContain(
      'caso:mudado_por_outra_pessoa',
    );
    expect(await desk.project.rows(`select resposta from casos.caso where id = '${String(id)}'`)).toEqual([{ resposta: 'Da primeira.' }]);
  });

  test('no role but the ombudsman is told the steps of a case', async () => {
    const id = await opened('manifestacao', []);
    for (const role of ['editor', 'administrador', 'atendimento', 'public'])
      expect(
        JSON.stringify(await desk.project.ask.answer(`{ passos_do_caso(args: {caso_id: "${String(id)}"}) { para } }`, { role })),
      ).toContain('not found');
  });
});
