/**
 * The connection to the database is cut at every step of a submission, before a statement arrives and when it was done: no case is lost, none is
 * doubled, and its sender gets the filled form, whose repetition gives the receipt.
 */
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database, Queryable } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { caseFunctions } from '../../../server/cases/case-functions.ts';
import { startCaseWork } from '../../../server/cases/case-work.ts';
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { type Cut, type CuttingProxy, cuttingProxy } from '../../support/cutting-proxy.ts';
import { handTimers } from '../../support/hand-timers.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { onPostgres, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type CaseSite, openCaseSite, post, receiptAfter, screenOf } from './case-site.ts';

const MANIFESTATION = '/_casos/manifestacao';

/** Statements in the order in which they were sent, with what begins and ends transactions. */
const sent: string[] = [];

function noted(database: Database): Database {
  const noting = (on: Queryable): Queryable => ({
    query: (text, values, options) => {
      sent.push(text);
      return on.query(text, values, options);
    },
    script: (text) => {
      sent.push(text);
      return on.script(text);
    },
  });
  return {
    kind: database.kind,
    ...noting(database),
    async transaction(work, options) {
      sent.push('begin');
      const result = await database.transaction((tx) => work(noting(tx)), options);
      sent.push('commit');
      return result;
    },
    listen: (...given) => database.listen(...given),
    probe: (timeoutMs) => database.probe(timeoutMs),
    close: () => database.close(),
  };
}

let direct: ProjectEngine;
let proxy: CuttingProxy;
let cut: ProjectEngine;
let site: CaseSite;
beforeAll(async () => {
  direct = await onPostgres();
  const [server] = await direct.rows('select inet_server_port() as porta, current_database() as nome, current_user as usuario');
  proxy = await cuttingProxy(Number(server?.['porta']));
  const connectionString = `postgresql://${String(server?.['usuario'])}@127.0.0.1:${proxy.port}/${String(server?.['nome'])}`;
  const database = noted(await openPostgresDatabase({ connectionString }));
  const engine = await createGraphqlEngine({ database, metadata: await projectMetadata() });
  cut = { ...direct, database, engine, close: () => database.close() };
  site = await openCaseSite(cut);
});
afterAll(async () => {
  await site.close();
  await cut.close();
  await proxy.close();
  await direct.close();
});

const count = async (statement: string): Promise<number> => (await direct.rows(statement)).length;
const cases = (): Promise<number> => count('select 1 from casos.caso');

let texts = 0;
function complaint(): { readonly identificacao: string; readonly tipo: string; readonly texto: string } {
  texts += 1;
  return { identificacao: 'anonima', tipo: 'reclamacao', texto: `O atendimento demorou demais, e esta é a reclamação número ${texts}.` };
}

const contentOf = (texto: string | undefined): string => `ano;valor\n2025;${texto}\n`;
const sha256 = (content: string): string => hash('sha256', content, 'hex');

function withFile(typed: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  form.append('anexos', new File([contentOf(typed['texto'])], 'dados.csv', { type: 'text/csv' }));
  return form;
}

const STEPS: readonly (readonly [string, (texto: string) => Cut, number])[] = [
  ['the content of an attachment does not arrive', (texto) => ({ at: [sha256(contentOf(texto))], lost: 'request' }), 0],
  ['the content of an attachment is not confirmed', (texto) => ({ at: [sha256(contentOf(texto))], lost: 'answer' }), 0],
  ['the case does not arrive', (texto) => ({ at: [`"texto":"${texto}`], lost: 'request' }), 0],
  // The statement is a transaction of its own.
  ['the case is not confirmed', (texto) => ({ at: [`"texto":"${texto}`], lost: 'answer' }), 1],
];

const orphans = (): Promise<number> =>
  count("select 1 from storage.files f where f.bucket_id = 'casos' and not exists (select from casos.anexo a where a.arquivo_id = f.id)");

test('files of a storage apart, of a case that was never registered, are removed an hour later, and those of cases stay', async () => {
  const apart = await openCaseSite(cut, { isStorageApart: true });
  onTestFinished(apart.close);
  const kept = await receiptAfter(apart, await post(apart, MANIFESTATION, withFile(complaint())));
  const typed = complaint();
  const isCut = proxy.cut({ at: [`"texto":"${typed.texto}`], lost: 'request' });
  await post(apart, MANIFESTATION, withFile(typed));
  await isCut;
  expect(await orphans()).toBeGreaterThan(0);
  const attached = await count('select 1 from casos.anexo');
  const timers = handTimers();
  const work = startCaseWork({
    functions: caseFunctions(direct.engine),
    files: apart.files,
    sweep: () => Promise.resolve(),
    mail: null,
    log: SILENT_LOG,
    timers,
  });
  timers.run();
  await work.close();
  expect(await orphans()).toBeGreaterThan(0);
  await direct.rows("update casos.anexo_esperado set desde = desde - interval '1 hour'");
  const later = startCaseWork({
    functions: caseFunctions(direct.engine),
    files: apart.files,
    sweep: () => Promise.resolve(),
    mail: null,
    log: SILENT_LOG,
    timers,
  });
  timers.run();
  await later.close();
  expect([await orphans(), await count('select 1 from casos.anexo'), await count('select 1 from casos.anexo_esperado')]).toEqual([
    0,
    attached,
    0,
  ]);
  const tracked = await screenOf(await post(apart, '/_casos/acompanhar', kept));
  expect(tracked).toMatchObject({ case: { arquivos: [{ nome: 'dados.csv' }] } });
});

test('the content of a case that was never registered is removed a day later', async () => {
  const typed = complaint();
  const isCut = proxy.cut({ at: [`"texto":"${typed.texto}`], lost: 'request' });
  await post(site, MANIFESTATION, withFile(typed));
  await isCut;
  expect(await orphans()).toBe(0);
  expect(await site.stored()).toContain(contentOf(typed.texto));
  await direct.rows("update embutido.conteudo_solto set desde = desde - interval '1 day'");
  await site.removeOrphanedFiles();
  expect(await site.stored()).not.toContain(contentOf(typed.texto));
});

test.each([
  ['three times by script', { chave: '6f1e8a3c-0b1d-4c5f-9a86-5a2f6f9d2e77' }, []],
  ['once more without script, to tell its sender from others', {}, ['embutido.tentativa']],
])('a submission with a file asks the database %s', async (_, own, first) => {
  // The first one of a process also reads the keys.
  await post(site, MANIFESTATION, complaint(), { 'x-de': '192.0.2.31' });
  sent.length = 0;
  const answered = await post(site, MANIFESTATION, withFile({ ...complaint(), ...own }), { 'x-de': '192.0.2.30' });
  expect(answered.status).toBe(303);
  const statements = [...first, 'embutido.tentativa', 'embutido.conteudo_solto', 'registrar_manifestacao'];
  expect(sent).toEqual(statements.map((text) => expect.stringContaining(text)));
});

describe.each(STEPS)('when %s', (_, cutOf, registered) => {
  test.each(['without script', 'with script'])('%s', async (kind) => {
    const before = await cases();
    const typed = kind === 'with script' ? { ...complaint(), chave: crypto.randomUUID() } : complaint();
    const isCut = proxy.cut(cutOf(typed.texto));
    const failed = await post(site, MANIFESTATION, withFile(typed));
    await isCut;
    expect(failed.status).toBe(503);
    const screen = await screenOf(failed);
    if (screen.kind !== 'form') throw new Error(screen.kind);
    expect(screen).toMatchObject({ typed, notice: CASE_MESSAGES.indisponivel, lostFiles: true });
    expect(await cases()).toBe(before + registered);
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, withFile(screen.typed)));
    expect(await cases()).toBe(before + 1);
    const tracked = await screenOf(await post(site, '/_casos/acompanhar', receipt));
    expect(tracked).toMatchObject({ kind: 'tracked', case: { protocolo: receipt.protocolo, arquivos: [{ nome: 'dados.csv' }] } });
  });
});
