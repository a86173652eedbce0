/**
 * A replica that is killed while citizens write, a database that is gone, and a search for what they wrote in all that the site publishes, keeps and
 * logs. One process is killed once, with a submission at each step.
 */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '../../server/backend/embedded/database/postgres-database.ts';
import { createGraphqlEngine } from '../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../server/backend/embedded/graphql/metadata/reader.ts';
import { openProject } from '../../server/backend/embedded/migrations/project-directory.ts';
import { type CaseReceipt, caseForms, openCase, readReceipt, submit } from '../support/cases/forms.ts';
import { rowsOutsideCases } from '../support/cases/kept-rows.ts';
import { ANONYMOUS, PLANTED, PLANTED_HEADERS } from '../support/cases/planted.ts';
import { publicTexts } from '../support/cases/public-texts.ts';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.ts';
import { migratedPostgres } from '../support/embedded/migrated-database.ts';
import type { TestPostgres } from '../support/postgres.ts';
import { dumpOf, dumpProgram } from '../support/postgres-dump.ts';
import { type RunningSite, startSite } from '../support/site.ts';
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const SECRET = 'um-segredo-do-conteudo';

let postgres: TestPostgres;
let database: pg.Client;
let proxy: CuttingProxy;
let mail: SmtpSink;
/** Both are killed: two submissions of a replica are worked at at once. */
let killed: RunningSite;
let alsoKilled: RunningSite;
let site: RunningSite;
let environment: Readonly<Record<string, string>>;
let isMailHeld = true;
const mailIsThere = Promise.withResolvers<void>();
/** What was started, the last first. */
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  postgres = await migratedPostgres();
  ends.unshift(() => postgres.stop());
  const address = new URL(postgres.connectionString);
  proxy = await cuttingProxy(Number(address.port));
  ends.unshift(() => proxy.close());
  address.port = String(proxy.port);
  mail = await openSmtpSink({
    answer: (verb) => {
      if (verb !== '.' || !isMailHeld) return undefined;
      mailIsThere.resolve();
      return 'silent';
    },
  });
  ends.unshift(() => mail.close());
  database = new pg.Client({ connectionString: postgres.connectionString });
  environment = {
    DATABASE_URL: address.href,
    DEMO_CONTENT: 'off',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'trace',
    CASES_KEY: Buffer.alloc(32, 7).toString('base64'),
    GRAPHQL_ADMIN_SECRET: SECRET,
    SMTP_URL: mail.url,
    MAIL_FROM: 'casos@instituto.example',
  };
  killed = await startSite({ environment });
  ends.unshift(() => killed.stop());
  alsoKilled = await startSite({ environment });
  ends.unshift(() => alsoKilled.stop());
  await database.connect();
  ends.unshift(() => database.end());
}, 120_000);
afterAll(async () => {
  for (const end of ends) await end();
});

const count = async (texto: string): Promise<number> =>
  (await database.query('select 1 from casos.caso where texto = $1', [texto])).rowCount ?? 0;

const spooled = (): Promise<readonly string[]> => readdir(path.join(killed.dataDirectory, 'anexos-recebidos'));

/** The submissions that are under way when the process is killed, by their step. */
const STEPS = {
  body: caseForms.sic('pedido-no-corpo'),
  attachment: caseForms.sic('pedido-no-anexo'),
  before: caseForms.sic('pedido-antes-da-gravacao'),
  after: caseForms.sic('pedido-depois-da-gravacao'),
  mail: caseForms.contato('mensagem-com-recibo'),
};

test('two replicas are killed with submissions at each step, and another one takes their place', async () => {
  const replica = killed;
  await expect.poll(async () => (await database.query('select ativo from casos.correio')).rows).toEqual([{ ativo: true }]);
  // The first request of a year holds the others until it is committed.
  for (const form of [caseForms.sic('pedido-no-ano'), STEPS.mail]) expect((await submit(replica, form)).status).toBe(303);
  await mailIsThere.promise;
  const reached = [
    proxy.cut({ at: [`${STEPS.attachment.typed['texto']}.csv`], lost: 'request', isHeld: true }),
    proxy.cut({ at: [`"texto":"${STEPS.before.typed['texto']}`], lost: 'request', isHeld: true }),
    proxy.cut({ at: [`"texto":"${STEPS.after.typed['texto']}`], lost: 'answer', isHeld: true }),
  ];
  const cut = [
    submit(replica, STEPS.attachment, { file: `${STEPS.attachment.typed['texto']}.csv` }),
    submit(alsoKilled, STEPS.before),
    submit(alsoKilled, STEPS.after),
    halfABody(replica),
  ].map((sent) =>
    sent.then(
      ({ status }) => status,
      () => 'no answer',
    ),
  );
  await Promise.all(reached);
  // A small file is held in memory.
  await expect.poll(spooled).toHaveLength(1);
  const ended = [replica, alsoKilled].map((each) => once(each.process, 'exit'));
  for (const each of [replica, alsoKilled]) each.process.kill('SIGKILL');
  await Promise.all(ended);
  expect(await Promise.all(cut)).toEqual(['no answer', 'no answer', 'no answer', 'no answer']);
  isMailHeld = false;
  site = await startSite({ environment, dataDirectory: killed.dataDirectory });
  ends.unshift(() => site.stop());
});

/** Sends the beginning of a form with a file, and no more of it. */
function halfABody({ url }: RunningSite, signal?: AbortSignal): Promise<{ readonly status: number }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Origin: url,
      'Content-Type': 'multipart/form-data; boundary=limite',
      'Content-Length': 1_000_000,
      ...PLANTED_HEADERS,
    };
    const options = { method: 'POST', headers, ...(signal === undefined ? {} : { signal }) };
    const sent = request(`${url}/_casos/pedido`, options, (answer) => resolve({ status: answer.statusCode ?? 0 }));
    sent.on('error', reject);
    sent.write(`--limite\r\nContent-Disposition: form-data; name="anexos"; filename="a.csv"\r\n\r\n${'a;b\n'.repeat(100_000)}`);
  });
}

test.each(['body', 'attachment', 'before', 'after'] as const)(
  'a submission that was cut in its step "%s" is one case when it is sent again',
  async (step) => {
    const form = STEPS[step];
    const texto = form.typed['texto'] ?? '';
    expect(await count(texto)).toBe(step === 'after' ? 1 : 0);
    const receipts: CaseReceipt[] = [];
    for (const _ of [1, 2])
      receipts.push(await readReceipt(site, await submit(site, form, step === 'attachment' ? { file: `${texto}.csv` } : {})));
    expect(receipts[0]).toEqual(receipts[1]);
    expect(await count(texto)).toBe(1);
  },
);

test('the receipt that was being mailed is kept, and sent when the lease of the dead process is over', async () => {
  const state =
    'select tentativas, enviada_em is not null as enviada, proxima_em > now() as espera from casos.mensagem order by id limit 1';
  expect((await database.query(state)).rows).toEqual([{ tentativas: 1, enviada: false, espera: true }]);
  await database.query('update casos.mensagem set proxima_em = now()');
  await expect
    .poll(async () => (await database.query(state)).rows, { timeout: 30_000 })
    .toEqual([{ tentativas: 2, enviada: true, espera: true }]);
  const ids = mail.messages.map(({ source }) => /^Message-ID: (.*)$/m.exec(source)?.[1] ?? '');
  // The server had taken the first one: it is the same message.
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2);
});

test('forms that arrive slowly keep nobody behind the same address from the data of a page', async () => {
  const before = (await spooled()).length;
  const leaving = new AbortController();
  const slow = Array.from({ length: 4 }, () => halfABody(site, leaving.signal).catch(() => 'no answer'));
  await expect.poll(spooled).toHaveLength(before + slow.length);
  const asked = await fetch(`${site.url}/v1/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Hasura-Role': 'public', ...PLANTED_HEADERS },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  expect(asked.status).toBe(200);
  leaving.abort();
  expect(await Promise.all(slow)).toEqual(slow.map(() => 'no answer'));
  await expect.poll(spooled).toHaveLength(before);
}, 20_000);

test('nothing that citizens wrote is in what the site publishes, keeps for others or logs', async () => {
  const receipts: Record<string, CaseReceipt> = {};
  for (const channel of ['contato', 'ouvidoria', 'sic'] as const) {
    receipts[channel] = await readReceipt(site, await submit(site, caseForms[channel](`planta-${channel}`), { file: 'planta.csv' }));
  }
  const sealed = { ...caseForms.ouvidoria('planta-sigilo') };
  await readReceipt(site, await submit(site, { ...sealed, typed: { ...sealed.typed, identificacao: 'sigilosa' } }));
  const anonymous = { ...sealed, typed: { ...sealed.typed, identificacao: 'anonima', texto: `${sealed.typed['texto']} anonima` } };
  const { protocolo } = await readReceipt(site, await submit(site, anonymous));
  expect((await submit(site, { ...sealed, typed: { ...sealed.typed, documento: '529.982.247-26' } })).status).toBe(422);
  expect((await submit(site, { ...sealed, typed: { ...sealed.typed, site: 'x' } })).status).toBe(422);
  const failing = caseForms.sic('planta-falha');
  const isCut = proxy.cut({ at: [`"texto":"${failing.typed['texto']}`], lost: 'request' });
  const failed = await submit(site, failing);
  await isCut;
  expect([failed.status, (await failed.text()).includes(failing.typed['texto'] ?? '-')]).toEqual([503, true]);
  const follow = (to: string, more: Readonly<Record<string, string>>): Promise<Response> =>
    openCase(site, { path: `/_casos/${to}`, typed: { ...receipts['sic'], ...more } });
  expect((await follow('acompanhar', { codigo: '00000000' })).status).toBe(404);
  expect((await follow('complementar', { texto: PLANTED.text })).status).toBe(200);
  for (const [to, data] of [
    ['em_tratamento', '{}'],
    ['respondido', `{"resposta": "${PLANTED.text}", "tipo_resposta": "acesso_concedido"}`],
  ]) {
    await database.query('select tramitar_caso((select id from casos.caso where protocolo = $1), $2, $3::jsonb)', [
      receipts['sic']?.protocolo,
      to,
      data,
    ]);
  }
  expect((await follow('recorrer', { texto: PLANTED.text })).status).toBe(200);
  expect((await follow('avaliar', { nota: '4', texto: PLANTED.text })).status).toBe(200);

  const texts = await publicTexts(site, { schema: await publicSchema(), adminSecret: SECRET });
  expect(texts.size).toBeGreaterThan(100);
  const found = [...texts].filter(([, text]) => PLANTED.any.test(text)).map(([name]) => name);
  expect(found).toEqual([]);
  expect([...texts.keys()].filter((name) => name.startsWith('stored ')).length).toBeGreaterThan(10);
  // What the killed process had received; nothing of the submissions that were answered.
  expect(await spooled()).toHaveLength(1);
  const kept = await keptOutsideCases();
  expect(kept.size).toBeGreaterThan(50);
  expect([...kept].filter(([, text]) => PLANTED.any.test(text)).map(([name]) => name)).toEqual([]);
  const own = await database.query(
    `select to_jsonb(c)::text as caso, (select count(*) from casos.solicitante s where s.caso_id = c.id)::int as pessoas
    from casos.caso c where protocolo = $1`,
    [protocolo],
  );
  expect(own.rows).toEqual([{ caso: expect.not.stringMatching(ANONYMOUS) as string, pessoas: 0 }]);
  expect(JSON.stringify((await database.query('select * from casos.tentativa')).rows)).not.toMatch(PLANTED.any);
  expect((await database.query('select 1 from embutido.tentativa where expire is null')).rowCount).toBe(0);
  expect(mail.messages.length).toBeGreaterThan(0);
  for (const { source } of mail.messages) expect(/^Subject: (?:.*(?:\r\n[ \t].*)*)/m.exec(source)?.[0]).not.toMatch(PLANTED.any);
});

const dump = await dumpProgram();

test.skipIf(dump === null)(
  'a backup of the schema `public` by pg_dump has nothing that citizens wrote, one of their own schema has it',
  async () => {
    const dumped = (schema: string): Promise<string> => dumpOf(dump ?? '', postgres.connectionString, schema);
    const linesWith = (text: string): readonly string[] => text.split('\n').filter((line) => PLANTED.any.test(line));
    const published = await dumped('public');
    expect(published).toContain('COPY public.canal_atendimento ');
    expect(published).toContain('CREATE VIEW public.caso AS');
    expect(linesWith(published)).toEqual([]);
    expect(linesWith(await dumped('casos')).length).toBeGreaterThan(0);
  },
);

async function publicSchema(): Promise<GraphQLSchema> {
  const opened = await openPostgresDatabase({ connectionString: postgres.connectionString });
  try {
    const metadata = await readMetadata((await openProject(path.resolve('server/project'))).metadata);
    return (await createGraphqlEngine({ database: opened, metadata })).schemaFor('public').whole();
  } finally {
    await opened.close();
  }
}

/** Rows of every table that is not one of the cases, and files of the data directory. */
async function keptOutsideCases(): Promise<ReadonlyMap<string, string>> {
  const kept = new Map(await rowsOutsideCases(async (statement) => (await database.query<Record<string, unknown>>(statement)).rows));
  for (const entry of await readdir(site.dataDirectory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !file.includes('anexos-recebidos')) kept.set(file, await readFile(file, 'latin1'));
  }
  return kept;
}

test('without a database the form comes back filled, and nothing of it is in the log', async () => {
  await proxy.close();
  const form = caseForms.ouvidoria('planta-sem-banco');
  const failed = await submit(site, form);
  const page = await failed.text();
  expect([failed.status, page.includes(form.typed['texto'] ?? '-'), page.includes('Quixabeira')]).toEqual([503, true, true]);
  // The line of this submission, not that of another one.
  const isOfRequest = (line: string): boolean => line.includes(failed.headers.get('x-request-id') ?? 'no id');
  const failures = (): readonly string[] =>
    site
      .output()
      .split('\n')
      .filter((line) => line.includes('a submission could not be registered'));
  await expect.poll(() => failures().some(isOfRequest)).toBe(true);
  expect((killed.output() + site.output()).split('\n').filter((line) => PLANTED.any.test(line))).toEqual([]);
});
