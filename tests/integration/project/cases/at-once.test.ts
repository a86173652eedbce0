/** Two who act on one case at the same moment: one of them is heard, and the other one is told. Two who write content: the index of the search has both. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onPostgres } from '../editorial/project-engine.ts';
import { type CaseDesk, CODE, openCaseDesk } from './case-desk.ts';

let desk: CaseDesk;
let protocol: string;
let id: unknown;
beforeAll(async () => {
  desk = await openCaseDesk(onPostgres);
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.at('2026-03-02T12:00:00Z');
  ({ protocolo: protocol } = (await desk.register('pedido', { texto: 'Um texto que basta.' })) as { protocolo: string });
  id = (await desk.consult(protocol))?.['id'];
  await desk.step(id, 'em_tratamento');
});

const ANSWER = { resposta: 'Está na página.', tipo_resposta: 'acesso_concedido' };

/** How many were done, and why the others were not. */
async function outcomes(acts: readonly Promise<unknown>[]): Promise<readonly [number, readonly string[]]> {
  const settled = await Promise.allSettled(acts);
  const refused = settled.flatMap((outcome) =>
    outcome.status === 'rejected' ? [/caso:[a-z_]+/.exec(String(outcome.reason))?.[0] ?? String(outcome.reason)] : [],
  );
  return [settled.length - refused.length, refused];
}

const history = async (): Promise<readonly unknown[]> =>
  (
    await desk.project.rows(
      `select para_situacao from casos.andamento where caso_id = '${String(id)}' and para_situacao is not null order by id`,
    )
  ).map(({ para_situacao: to }) => to);

test('of two answers to the same version one is kept, and the other is refused as changed by another person', async () => {
  const [row] = await desk.project.rows(`select versao from casos.caso where id = '${String(id)}'`);
  const both = ['Uma.', 'Outra.'].map((resposta) => desk.step(id, 'respondido', { ...ANSWER, resposta, versao: row?.['versao'] }));
  expect(await outcomes(both)).toEqual([1, ['caso:mudado_por_outra_pessoa']]);
  expect(await history()).toEqual(['registrado', 'em_tratamento', 'respondido']);
});

test.each([
  ['extend', (): Promise<unknown> => desk.step(id, 'prorrogado', { justificativa: 'Ouvir o setor.' })],
  ['answer', (): Promise<unknown> => desk.step(id, 'respondido', ANSWER)],
] as const)('two %s without a version: the step is taken once, and the other one is told', async (_, act) => {
  expect(await outcomes([act(), act()])).toEqual([1, ['caso:mudado_por_outra_pessoa']]);
  expect(await history()).toHaveLength(3);
});

test('an answer and a complement of the citizen are both in the history, whichever was first', async () => {
  const acts = [desk.step(id, 'respondido', ANSWER), desk.citizen('complementar_caso', protocol, 'texto: "Faltou o ano."')];
  const [done, refused] = await outcomes(acts);
  // After the answer a request takes no complement: the citizen is told, and keeps the text.
  expect([done, refused]).toEqual(done === 2 ? [2, []] : [1, ['caso:caso_encerrado']]);
  const texts = await desk.project.rows(`select descricao_publica from casos.andamento where caso_id = '${String(id)}'`);
  expect(texts.filter(({ descricao_publica: text }) => text === 'Faltou o ano.')).toHaveLength(done - 1);
});

test('of ten wrong codes of one origin at once five are looked up, and the others refused', async () => {
  const acts = Array.from({ length: 10 }, () => desk.consult(protocol, 'e'.repeat(64), 'burst'));
  expect(await outcomes(acts)).toEqual([5, Array(5).fill('caso:muitas_tentativas')]);
});

test('of ten requests at once to follow by one address five get a link, also with other words behind a plus', async () => {
  const names = Array.from({ length: 10 }, (_, n) => [`alvo${n % 2 === 0 ? '' : `+${n}`}@exemplo.org`, `assunto numero${n}`]);
  await Promise.all(names.map(([email, topic]) => desk.project.rows(`select pedir_novidades('${email}', 'busca', '${topic}')`)));
  expect(await desk.project.rows(`select from novidades.assinatura where email like 'alvo%'`)).toHaveLength(5);
});

test('a wrong code does not wait for a step on the case, and the right one does', async () => {
  const asked: string[] = [];
  const consult = (code: string, name: string, origin?: string): Promise<void> =>
    desk.consult(protocol, code, origin).then((found) => void asked.push(`${name}: ${found === undefined ? 'nothing' : 'the case'}`));
  let right: Promise<void> | undefined;
  await desk.project.database.transaction(async (tx) => {
    await tx.query(`select 1 from casos.caso where id = '${String(id)}' for update`);
    right = consult(CODE, 'right');
    while ((await tx.query('select 1 from pg_locks where not granted')).rowCount === 0);
    await consult('e'.repeat(64), 'wrong', 'another');
    expect(asked).toEqual(['wrong: nothing']);
  });
  await right;
  expect(asked).toEqual(['wrong: nothing', 'right: the case']);
});

test('two appeals, and two ratings, of one answer are one each', async () => {
  await desk.step(id, 'respondido', ANSWER);
  const rate = (): Promise<unknown> => desk.citizen('avaliar_resposta', protocol, 'nota: 4');
  expect(await outcomes([rate(), rate(), rate()])).toEqual([1, ['caso:ja_avaliado', 'caso:ja_avaliado']]);
  const appeal = (): Promise<unknown> => desk.citizen('interpor_recurso', protocol, 'texto: "Discordo."');
  expect(await outcomes([appeal(), appeal()])).toEqual([1, ['caso:transicao_proibida']]);
  expect(await desk.project.rows(`select instancia from casos.recurso where caso_id = '${String(id)}'`)).toEqual([{ instancia: 1 }]);
});

test('two complaints at once that no answer came are one', async () => {
  await desk.at('2026-03-24T12:00:00Z');
  const complain = (): Promise<unknown> => desk.citizen('reclamar_da_omissao', protocol);
  expect(await outcomes([complain(), complain(), complain()])).toEqual([1, ['caso:ja_reclamado', 'caso:ja_reclamado']]);
  expect(await desk.project.rows(`select tipo, decisao from casos.recurso where caso_id = '${String(id)}'`)).toEqual([
    { tipo: 'reclamacao', decisao: null },
  ]);
});

test('an answer and a complaint at once leave no complaint that waits', async () => {
  await desk.at('2026-03-24T12:00:00Z');
  const acts = [desk.step(id, 'respondido', ANSWER), desk.citizen('reclamar_da_omissao', protocol)];
  const [done, refused] = await outcomes(acts);
  expect([done, refused]).toEqual(done === 2 ? [2, []] : [1, ['caso:ja_respondido']]);
  expect(await desk.project.rows(`select 1 from casos.recurso where caso_id = '${String(id)}' and decidido_em is null`)).toEqual([]);
});

test('the end of a term by two servers at once is one step', async () => {
  await desk.step(id, 'respondido', ANSWER);
  await desk.at('2026-04-20T12:00:00Z');
  const end = (): Promise<unknown> => desk.project.rows('select encerrar_casos_por_prazo(100)');
  await Promise.all([end(), end(), end()]);
  expect(await history()).toEqual(['registrado', 'em_tratamento', 'respondido', 'finalizado']);
});

/** Runs `second` while the transaction of `first` is open, and commits that one as soon as the other waits for it. */
async function meanwhile(first: string, second: string): Promise<void> {
  const begun = Promise.withResolvers<void>();
  const { database } = desk.project;
  const holder = database.transaction(async (tx) => {
    await tx.script(first);
    begun.resolve();
    while ((await tx.query(`select 1 from pg_locks where not granted`)).rowCount === 0);
  });
  await begun.promise;
  await database.script(second);
  await holder;
}

test('a file that gets its text while its document is withdrawn from the site is not found by it', async () => {
  const file = '00000000-0000-4000-8000-00000000000f';
  await desk.project.database.script(`
    insert into storage.files (id, bucket_id, name, size, mime_type, is_uploaded) values ('${file}', 'default', 'a.pdf', 1, 'application/pdf', true);
    insert into arquivo (id, nome, mime, tamanho_bytes) values ('${file}', 'a.pdf', 'application/pdf', 1);
    insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values (1, 'leis', 'Lei', 2024, '2024-01-02', true);
    insert into documento_arquivo (documento_id, arquivo_id) values (1, '${file}')`);
  await meanwhile(
    'update documento set publicado = false where id = 1',
    `update arquivo set texto_extraido = 'jabuticaba' where id = '${file}'`,
  );
  expect(await desk.project.rows(`select titulo from buscar('jabuticaba')`)).toEqual([{ titulo: null }]);
  await meanwhile(
    `update arquivo set texto_extraido = 'pitanga' where id = '${file}'`,
    'update documento set publicado = true where id = 1',
  );
  expect(await desk.project.rows(`select titulo from buscar('pitanga')`)).toEqual([{ titulo: 'Lei' }]);
});

test('two who write terms of the glossary at once both have their words in the search', async () => {
  const term = (name: string): string =>
    `insert into termo_glossario (termo, definicao, sinonimos) values ('${name}', 'x', '{outro ${name}}')`;
  await meanwhile(term('Jenipapo'), term('Umbu'));
  expect(
    await desk.project.rows(`select count(distinct chave)::integer as termos from indice.forma where tabela = 'termo_glossario'`),
  ).toEqual([{ termos: 2 }]);
});
