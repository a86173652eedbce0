/** Forms that do not arrive as they should: a full disk, texts beyond every bound, and senders who leave. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MAX_ATTACHMENT_BYTES } from '../../../shared/cases/form-limits.ts';
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type CaseSite, openCaseSite, post, receiptAfter, SITE, screenOf, submit } from './case-site.ts';

const MANIFESTATION = '/_casos/manifestacao';
const COMPLAINT = { identificacao: 'anonima', tipo: 'reclamacao', texto: 'O atendimento demorou três horas na terça-feira.' };

let project: ProjectEngine;
let site: CaseSite;
beforeAll(async () => {
  const [[, open]] = PROJECT_ENGINES;
  project = await open();
  site = await openCaseSite(project);
});
afterEach(() => {
  site.faults.isQuotaUsedUp = false;
});
afterAll(async () => {
  await site.close();
  await project.close();
});

const cases = async (): Promise<number> => (await project.rows('select 1 from casos.caso')).length;

function withFiles(typed: Readonly<Record<string, string>>, files: readonly File[]): FormData {
  const form = new FormData();
  // Before the texts, which have to arrive all the same.
  for (const file of files) form.append('anexos', file);
  for (const [name, value] of Object.entries(typed)) form.append(name, value);
  return form;
}

test.each([
  [1, 'NO_SPACE', 507, CASE_MESSAGES.semEspaco],
  [2, 'NO_SPACE', 507, CASE_MESSAGES.semEspaco],
  [1, 'BACKEND_TIMEOUT', 503, CASE_MESSAGES.discoLento],
  [1, 'BACKEND_UNAVAILABLE', 503, CASE_MESSAGES.discoComDefeito],
] as const)('a disk that fails costs the files of a form, %i of them (%s), and not its texts', async (count, fault, status, message) => {
  const before = await cases();
  const files = Array.from({ length: count }, (_, index) => new File(['ano;valor\n'.repeat(200_000)], `${index}.csv`));
  site.faults.disk = fault;
  const answer = await post(site, MANIFESTATION, withFiles(COMPLAINT, files));
  site.faults.disk = null;
  expect(answer.status).toBe(status);
  expect(await screenOf(answer)).toMatchObject({
    kind: 'form',
    typed: COMPLAINT,
    errors: [{ field: 'anexos', message }],
    lostFiles: true,
  });
  expect([await cases(), await site.spooled()]).toEqual([before, []]);
  expect(site.logged()).toContain(fault);
  expect(site.logged()).toContain('EROFS: read-only file system');
});

test('a small file needs no disk while its form is answered', async () => {
  const before = await cases();
  site.faults.disk = 'NO_SPACE';
  const answer = await post(site, MANIFESTATION, withFiles(COMPLAINT, [new File(['ano;valor\n'], 'a.csv')]));
  site.faults.disk = null;
  expect([answer.status, await cases(), await site.spooled()]).toEqual([303, before + 1, []]);
  expect(await site.stored()).toContain('ano;valor\n');
});

test('a field in which no file was chosen, as browsers send it without script, is no empty file', async () => {
  const before = await cases();
  const typed = { ...COMPLAINT, texto: 'O posto estava fechado na quarta-feira.' };
  const texts = Object.entries(typed).map(([name, value]) => ['', `name="${name}"`, value] as const);
  const parts = [...texts, ['\r\nContent-Type: application/octet-stream', 'name="anexos"; filename=""', ''] as const];
  const body = parts.map(([type, names, value]) => `--limite\r\nContent-Disposition: form-data; ${names}${type}\r\n\r\n${value}\r\n`);
  const headers = {
    origin: SITE,
    'sec-fetch-site': 'same-origin',
    accept: 'text/html',
    'content-type': 'multipart/form-data; boundary=limite',
  };
  const sent = { method: 'POST', redirect: 'manual', headers, body: `${body.join('')}--limite--\r\n` } as const;
  const answer = await fetch(`${site.origin}${MANIFESTATION}`, sent);
  expect([answer.status, await cases()]).toEqual([303, before + 1]);
});

test('submissions beyond those at work and those that wait come back filled, with when to try again', async () => {
  const limits = { running: 1, waiting: 1, waitMs: 10_000, perMinute: Number.POSITIVE_INFINITY };
  const busy = await openCaseSite(project, { submissionsAtOnce: limits });
  const { promise, resolve } = Promise.withResolvers<void>();
  try {
    busy.faults.held = promise;
    const texts = ['primeira', 'segunda', 'terceira'].map((word) => `Esta é a ${word} reclamação de hoje.`);
    const sent = texts.map((texto) => post(busy, MANIFESTATION, { ...COMPLAINT, texto }));
    const foreign = await post(busy, MANIFESTATION, COMPLAINT, { origin: 'https://outro.example', 'sec-fetch-site': 'cross-site' });
    const refused = await Promise.race(sent);
    expect([foreign.status, refused.status, refused.headers.get('retry-after')]).toEqual([403, 503, '5']);
    const page = await refused.text();
    expect(page).toContain(CASE_MESSAGES.muitosEnvios);
    expect(texts.filter((text) => page.includes(`>${text}</textarea>`) || page.includes(`\n${text}</textarea>`))).toHaveLength(1);
    const byScript = await post(busy, MANIFESTATION, COMPLAINT, { accept: 'application/json' });
    expect([byScript.status, await byScript.json()]).toEqual([503, { errors: [], notice: CASE_MESSAGES.muitosEnvios }]);
    const complement = { protocolo: 'OUV-2026-000123-4', codigo: 'AAAA-BBBB', texto: 'Segue a foto.', chave: 'b8a0' };
    const unread = await post(busy, '/_casos/complementar', withFiles(complement, [new File(['ano;valor\n'], 'a.csv')]));
    const form = await unread.text();
    expect(unread.status).toBe(503);
    for (const part of ['action="/_casos/complementar"', 'name="anexos"', ...Object.values(complement)]) expect(form).toContain(part);
    resolve();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([303, 303, 503]);
  } finally {
    resolve();
    await busy.close();
  }
});

test.each(['multipart', 'urlencoded'])(
  'a text beyond every bound comes back as far as it was read, and says that it was cut: %s',
  async (kind) => {
    const before = await cases();
    const typed = { ...COMPLAINT, texto: 'ção'.repeat(60_000) };
    const answer = await post(site, MANIFESTATION, kind === 'multipart' ? withFiles(typed, []) : typed);
    expect(answer.status).toBe(422);
    const screen = await screenOf(answer);
    if (screen.kind !== 'form') throw new Error(screen.kind);
    expect(screen.errors).toEqual([{ field: 'texto', message: CASE_MESSAGES.textoCortado }]);
    const { texto = '', ...others } = screen.typed;
    expect(others).toEqual({ identificacao: 'anonima', tipo: 'reclamacao' });
    expect(typed.texto.startsWith(texto)).toBe(true);
    expect(texto.length).toBeGreaterThan(10_000);
    expect(await cases()).toBe(before);
  },
);

test('a client whose quota is used up gets the texts back, in a page that sends them again', async () => {
  const before = await cases();
  const typed = { ...COMPLAINT, texto: '\nAspas " e <b>sinais</b> &amp;\n\nno texto da reclamação.' };
  site.faults.isQuotaUsedUp = true;
  const answer = await post(site, MANIFESTATION, withFiles(typed, [new File(['a;b'], 'a.csv')]));
  const byScript = await post(site, MANIFESTATION, typed, { accept: 'application/json' });
  const foreign = await post(site, MANIFESTATION, typed, { origin: 'https://outro.example', 'sec-fetch-site': 'cross-site' });
  const asked = await fetch(`${site.origin}/_casos/acompanhar`, { headers: { accept: 'text/html' } });
  site.faults.isQuotaUsedUp = false;
  expect([answer, byScript, foreign, asked].map(({ status, headers }) => [status, headers.has('retry-after')])).toEqual(
    Array.from({ length: 4 }, () => [429, true]),
  );
  const page = await answer.text();
  expect([answer.headers.get('content-type'), answer.headers.get('content-language')]).toEqual(['text/html; charset=utf-8', 'pt-BR']);
  for (const other of [byScript, foreign, asked]) expect(await other.text()).not.toMatch(/<form|reclamação/);
  expect([await cases(), await site.spooled()]).toEqual([before, []]);
  expect(Array.from(page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g), ([, name, value]) => [name, value])).toEqual([
    ['identificacao', 'anonima'],
    ['tipo', 'reclamacao'],
  ]);
  expect(page).toContain(`<form method="post" action="${MANIFESTATION}"`);
  expect(page).toContain(`${CASE_MESSAGES.arquivosDeNovo}</label>`);
  expect(page).toContain('name="anexos" type="file"');
  expect(page.replaceAll('\r\n', '\n')).toContain(
    '>\n\nAspas &quot; e &lt;b&gt;sinais&lt;/b&gt; &amp;amp;\n\nno texto da reclamação.</textarea>',
  );
});

test('a form that goes back asks for its files again where none of them could be taken', async () => {
  site.faults.isQuotaUsedUp = true;
  const tooLarge = new File([new Uint8Array(MAX_ATTACHMENT_BYTES + 1)], 'a.csv');
  const page = await (await post(site, MANIFESTATION, withFiles(COMPLAINT, [tooLarge]))).text();
  expect(page).toContain('name="anexos" type="file"');
  expect(page).toContain('enctype="multipart/form-data"');
});

test('a form of short texts comes back with all of them hidden, and one of unknown length does not come back', async () => {
  const typed = { protocolo: 'OUV-2026-000123-4', nota: '5' };
  site.faults.isQuotaUsedUp = true;
  const page = await (await submit(site, '/_casos/avaliar', typed)).text();
  const headers = { origin: SITE, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(`${site.origin}${MANIFESTATION}`, { method: 'POST', headers });
  const arrived = once(sent, 'response') as Promise<[IncomingMessage]>;
  // Written before its end is known, it is sent in chunks.
  sent.write(new URLSearchParams(COMPLAINT).toString());
  sent.end();
  const [unknown] = await arrived;
  for (const [name, value] of Object.entries(typed)) expect(page).toContain(`<input type="hidden" name="${name}" value="${value}">`);
  expect(page).toContain('enctype="application/x-www-form-urlencoded"');
  expect(page).not.toMatch(/<textarea|type="file"/);
  expect([unknown.statusCode, (await text(unknown)).includes(COMPLAINT.texto)]).toEqual([429, false]);
});

test.each([
  ['../../etc/senhas.csv', 'senhas.csv'],
  ['C:\\pasta\\Planilha de 2025.CSV', 'Planilha de 2025.csv'],
  ['a"b\r\nc.csv', 'a b c.csv'],
  ['nota\u202efdp.csv', 'nota fdp.csv'],
  [' . .oculta  <2>.csv', 'oculta 2.csv'],
  ['sa\u0303o.csv', 's\u00e3o.csv'],
  [`${'é'.repeat(200)}.csv`, `${'é'.repeat(120)}.csv`],
  ['tabela.v2.csv', 'tabela.v2.csv'],
  ['?.csv', 'arquivo.csv'],
])('a file that is sent as %j is kept as %j', async (sent, kept) => {
  const texto = `Segue a tabela que se chama ${kept}.`;
  const answer = await post(site, MANIFESTATION, withFiles({ ...COMPLAINT, texto }, [new File(['a;b\n'], sent)]));
  const shown = await screenOf(await post(site, '/_casos/acompanhar', await receiptAfter(site, answer)));
  expect(shown).toMatchObject({ kind: 'tracked', case: { arquivos: [{ nome: kept }] } });
});

test('of nine unfinished forms of a client whose quota is used up one is given up for each that comes, and a whole one comes back', async () => {
  site.faults.isQuotaUsedUp = true;
  const headers = { origin: SITE, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', 'x-de': '192.0.2.7' };
  let answered = 0;
  const refused = Promise.withResolvers<IncomingMessage>();
  const unfinished = Array.from({ length: 9 }, () => {
    const sent = request(`${site.origin}${MANIFESTATION}`, { method: 'POST', headers: { ...headers, 'content-length': '1000' } });
    sent.on('response', (answer) => {
      answered += 1;
      refused.resolve(answer);
    });
    sent.on('error', () => undefined).write('texto=reclama');
    return sent;
  });
  const answer = await refused.promise;
  expect(answer.statusCode).toBe(429);
  expect(await text(answer)).not.toContain('reclama');
  for (const client of ['192.0.2.7', '192.0.2.8']) {
    expect(await (await post(site, MANIFESTATION, COMPLAINT, { 'x-de': client })).text()).toContain(COMPLAINT.texto);
  }
  expect(answered).toBe(2);
  for (const sent of unfinished) sent.destroy();
});

test('a form that is longer than is read comes back with its texts and the limit of a file', async () => {
  const [before, megabyte] = [await cases(), Buffer.alloc(1024 * 1024)];
  const part = (name: string, more = ''): string => `--limite\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const body = async function* (): AsyncGenerator<Buffer> {
    for (const [name, value] of Object.entries(COMPLAINT)) yield Buffer.from(`${part(name)}${value}\r\n`);
    yield Buffer.from(part('anexos', '; filename="video.pdf"'));
    for (let sent = 0; sent < 257; sent += 1) yield megabyte;
    yield Buffer.from('\r\n--limite--\r\n');
  };
  const headers = { origin: SITE, accept: 'text/html', 'content-type': 'multipart/form-data; boundary=limite' };
  const answer = await fetch(`${site.origin}${MANIFESTATION}`, {
    method: 'POST',
    headers,
    body: Readable.toWeb(Readable.from(body())),
    duplex: 'half',
  } as RequestInit);
  expect([answer.status, await screenOf(answer)]).toMatchObject([
    413,
    { typed: COMPLAINT, errors: [{ field: 'anexos', message: CASE_MESSAGES.arquivoGrande }], lostFiles: true },
  ]);
  expect([await cases(), await site.spooled()]).toEqual([before, []]);
});

test('more texts than any form has are not held: the longest of every field would be megabytes for each sender', async () => {
  const longest = 'x'.repeat(131_072);
  const fields = (count: number): Readonly<Record<string, string>> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`campo${index}`, longest]));
  expect((await post(site, MANIFESTATION, fields(4))).status).toBe(422);
  expect((await post(site, MANIFESTATION, fields(5))).status).toBe(413);
});

test('a form of more parts than are read is given up, with its texts where it brings files', async () => {
  const sendParts = (count: number, part: string): Promise<Response> => {
    const field = (name: string, value: string): string => `--limite\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const texts = Object.entries(COMPLAINT).map(([name, value]) => field(name, value));
    const body = `${texts.join('')}${part.repeat(count)}--limite--\r\n`;
    const headers = { origin: SITE, accept: 'text/html', 'content-type': 'multipart/form-data; boundary=limite' };
    return fetch(`${site.origin}${MANIFESTATION}`, { method: 'POST', headers, body });
  };
  expect((await sendParts(1_000, '--limite\r\n\r\n')).status).toBe(413);
  const file = '--limite\r\nContent-Disposition: form-data; name="anexos"; filename="a.csv"\r\n\r\na;b\r\n';
  const many = await sendParts(1_000, file);
  expect([many.status, await screenOf(many)]).toMatchObject([
    413,
    { typed: COMPLAINT, errors: [{ field: 'anexos', message: CASE_MESSAGES.arquivosDemais }], lostFiles: true },
  ]);
  expect(await site.spooled()).toEqual([]);
});

test('no file is kept when its sender disconnects in the middle of it', async () => {
  const headers = { origin: SITE, 'content-type': 'multipart/form-data; boundary=limite', 'content-length': 1_000_000 };
  const sent = request(`${site.origin}${MANIFESTATION}`, { method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write(`--limite\r\nContent-Disposition: form-data; name="anexos"; filename="a.csv"\r\n\r\n${'a;b\n'.repeat(100_000)}`);
  await expect.poll(() => site.spooled()).toHaveLength(1);
  sent.destroy();
  await expect.poll(() => site.spooled()).toEqual([]);
});
