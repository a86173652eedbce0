/** Forms of citizens through the router and the database: receipts, faults at every step, attachments, tracking, and what stays secret. */
import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OPEN_CASE_COOKIE, setCaseCookie } from '../../../server/cases/case-cookies.ts';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import type { CaseScreen } from '../../../shared/cases/case-screen.ts';
import { CASE_MESSAGES, refusalMessage } from '../../../shared/cases/messages.ts';
import { rowsOutsideCases } from '../../support/cases/kept-rows.ts';
import { PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type CaseSite, cookieOf, openCaseSite, post, receiptAfter, SITE, screenOf, submit } from './case-site.ts';

const MANIFESTATION = '/_casos/manifestacao';
const REQUEST = '/_casos/pedido';
const TRACKING = '/_casos/acompanhar';
const UUID = '6f9c1f6e-0b1d-4c5f-9a86-5a2f6f9d2e';

const COMPLAINT = { identificacao: 'anonima', tipo: 'reclamacao', texto: 'O atendimento demorou três horas na terça-feira.' };
const ASKED = {
  nome: 'Quitéria Plantada',
  email: 'quiteria.plantada@exemplo.org',
  telefone: '(91) 98765-4321',
  documento: '529.982.247-25',
  forma_resposta: 'email',
  texto: 'Peço a lista dos contratos de 2025 com os valores.',
};

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  let site: CaseSite;
  beforeAll(async () => {
    project = await open();
    site = await openCaseSite(project);
  });
  afterEach(() => {
    site.faults.calls = 'none';
    site.faults.files = 'none';
  });
  afterAll(async () => {
    await site.close();
    await project.close();
  });

  const cases = async (): Promise<number> => (await project.rows('select 1 from casos.caso')).length;
  const files = async (): Promise<number> => (await project.rows("select 1 from storage.files where bucket_id = 'casos'")).length;

  test('a form is answered with the way to its receipt, which the browser that sent it sees', async () => {
    const response = await post(site, REQUEST, { ...ASKED, chave: `${UUID}01` });
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      303,
      '/_casos/recibo',
      'private, no-store',
    ]);
    expect(response.headers.get('set-cookie')).toMatch(/; Path=\/_casos; HttpOnly; SameSite=Strict$/);
    const cookie = cookieOf(response);
    const receipt = await receiptAfter(site, response);
    expect(receipt).toMatchObject({ protocolo: expect.stringMatching(/^SIC-\d{4}-\d{6}-\d$/), email: 'quiteria.plantada@exemplo.org' });
    const text = await fetch(`${site.origin}/_casos/recibo.txt`, { headers: { cookie } });
    expect(text.headers.get('content-disposition')).toContain(`${receipt.protocolo}.txt`);
    expect(await text.text()).toContain(receipt.codigo);
    const calendar = await fetch(`${site.origin}/_casos/recibo.ics`, { headers: { cookie } });
    expect(await calendar.text()).not.toContain(receipt.codigo);
    expect((await fetch(`${site.origin}/_casos/recibo`)).status).toBe(404);
  });

  test('the script of the form gets the same as JSON', async () => {
    const headers = { accept: 'application/json' };
    const good = await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}02`, tempo: '9000' }, headers);
    expect([good.status, await good.json()]).toEqual([201, { destino: '/_casos/recibo' }]);
    const faulty = await post(site, MANIFESTATION, { ...COMPLAINT, texto: 'curto' }, headers);
    expect([faulty.status, await faulty.json()]).toEqual([
      422,
      { errors: [{ field: 'texto', message: expect.stringContaining('20 caracteres') }], notice: null },
    ]);
  });

  test('two submissions with one key, at once, are one case with one code', async () => {
    const before = await cases();
    const responses = await Promise.all([1, 2, 3].map(() => post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}03` })));
    const receipts = await Promise.all(responses.map((response) => receiptAfter(site, response)));
    expect(new Set(receipts.map(({ protocolo, codigo }) => `${protocolo} ${codigo}`)).size).toBe(1);
    expect(await cases()).toBe(before + 1);
  });

  test('a channel that another system takes gives the form back with its text, and what was registered before its receipt', async () => {
    const earlier = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}91` }));
    const before = [await cases(), await files()];
    const handOver = (name: string, address: string): Promise<unknown> =>
      project.rows(`update canal_atendimento set nome_externo = ${name}, endereco_externo = ${address} where canal = 'ouvidoria'`);
    for (const address of ['http://falabr.example', 'https://', 'https://a@b.example/', 'https://falabr', 'javascript:x//a.b']) {
      await expect(handOver("'Fala.BR'", `'${address}'`)).rejects.toThrow('check constraint');
    }
    await handOver("'Fala.BR'", "'https://falabr.example/web/home'");
    try {
      const refused = await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}92` });
      expect(refused.status).toBe(409);
      expect(await screenOf(refused)).toMatchObject({
        kind: 'form',
        channel: 'ouvidoria',
        typed: { texto: COMPLAINT.texto },
        notice: CASE_MESSAGES.canalExterno,
      });
      const byScript = await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}93` }, { accept: 'application/json' });
      expect([byScript.status, await byScript.json()]).toEqual([409, { errors: [], notice: CASE_MESSAGES.canalExterno }]);
      expect([await cases(), await files()]).toEqual(before);
      const repeated = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}91` }));
      expect(repeated.protocolo).toBe(earlier.protocolo);
      expect((await post(site, REQUEST, { ...ASKED, chave: `${UUID}94` })).status).toBe(303);
    } finally {
      await handOver('null', 'null');
    }
    expect((await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}92` })).status).toBe(303);
  });

  test('without script the same texts within the hour are one case', async () => {
    const typed = { ...COMPLAINT, texto: 'Sem script, duas vezes o mesmo botão apertado.' };
    const [one, other] = [await post(site, MANIFESTATION, typed), await post(site, MANIFESTATION, typed)];
    expect(await receiptAfter(site, other)).toEqual(await receiptAfter(site, one));
  });

  test('without script the same texts of two browsers, or of two addresses, are cases of their own', async () => {
    const typed = { ...COMPLAINT, texto: 'O guichê fechou antes da hora, como todos aqui escrevemos.' };
    const senders = [
      { 'x-de': '198.51.100.1', 'user-agent': 'Um' },
      { 'x-de': '198.51.100.1', 'user-agent': 'Outro' },
      { 'x-de': '198.51.100.2', 'user-agent': 'Um' },
    ];
    const send = async (): Promise<readonly string[]> =>
      Promise.all(senders.map(async (sender) => (await receiptAfter(site, await post(site, MANIFESTATION, typed, sender))).protocolo));
    const first = await send();
    expect(new Set(first).size).toBe(3);
    expect(await send()).toEqual(first);
    // When the numbers are forgotten, nothing leads from a sender to a case.
    await project.database.script("update embutido.tentativa set expire = 1 where key like 'numero:%'");
    expect(first).not.toContain((await send())[0]);
  });

  test.each(['before', 'after'] as const)(
    'a failure %s the commit gives the filled form back, and its repetition one case',
    async (fault) => {
      const before = await cases();
      site.faults.calls = fault;
      const typed = {
        ...ASKED,
        forma_resposta: 'retirada',
        texto: `Uma falha ${fault === 'before' ? 'antes' : 'depois'} da gravação do pedido.`,
      };
      const failed = await post(site, REQUEST, typed);
      expect(failed.status).toBe(503);
      const screen = await screenOf(failed);
      if (screen.kind !== 'form') throw new Error(screen.kind);
      expect(screen).toMatchObject({ typed, notice: CASE_MESSAGES.indisponivel });
      expect(await cases()).toBe(before + (fault === 'after' ? 1 : 0));
      site.faults.calls = 'none';
      const again = await post(site, REQUEST, screen.typed);
      const receipt = await receiptAfter(site, again);
      expect(await cases()).toBe(before + 1);
      const found = await screenOf(await post(site, TRACKING, receipt));
      const shown = { protocolo: receipt.protocolo, texto: typed.texto, formaDaResposta: 'Retirar no balcão do SIC' };
      expect(found).toMatchObject({ kind: 'tracked', case: shown, attempted: null });
    },
  );

  test('a server that cannot read its key gives the filled form back, and registers it later', async () => {
    const starting = await openCaseSite(project);
    try {
      starting.faults.key = 'before';
      const typed = { ...COMPLAINT, texto: 'O banco de dados parou antes da primeira manifestação.' };
      const failed = await post(starting, MANIFESTATION, typed);
      expect([failed.status, await screenOf(failed)]).toMatchObject([503, { kind: 'form', typed, notice: CASE_MESSAGES.indisponivel }]);
      // What holds nothing of a citizen needs no key.
      const shown = async (path: string): Promise<number> => (await fetch(starting.origin + path)).status;
      expect([await shown(TRACKING), await shown('/_casos/encerrar'), await shown('/_casos/recibo')]).toEqual([200, 200, 404]);
      starting.faults.key = 'none';
      expect((await post(starting, MANIFESTATION, typed)).status).toBe(303);
    } finally {
      await starting.close();
    }
  });

  test('another replica answers a repetition with the same protocol and code', async () => {
    const other = await openCaseSite(project);
    try {
      const typed = { ...COMPLAINT, chave: `${UUID}04` };
      const first = await receiptAfter(site, await post(site, MANIFESTATION, typed));
      expect(await receiptAfter(other, await post(other, MANIFESTATION, typed))).toEqual(first);
    } finally {
      await other.close();
    }
  });

  test('attachments are stored without the metadata of pictures, beside the case, where the public reads nothing', async () => {
    const photograph = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .withExif({ IFD0: { Artist: 'Autora Plantada' } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...COMPLAINT, chave: `${UUID}05` })) form.set(name, value);
    form.append('anexos', new File([new Uint8Array(photograph)], '../../foto\u202e.jpg', { type: 'image/jpeg' }));
    form.append('anexos', new File(['ano;valor\n2025;1\n'], 'dados.csv', { type: 'text/csv' }));
    form.append('anexos', new File([], ''));
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, form));
    const screen = await screenOf(await post(site, TRACKING, receipt));
    if (screen.kind !== 'tracked') throw new Error(screen.kind);
    expect(screen.case.arquivos.map(({ nome, mime }) => [nome, mime])).toEqual([
      ['foto.jpg', 'image/jpeg'],
      ['dados.csv', 'text/csv'],
    ]);
    const [picture] = screen.case.arquivos;
    const bytes = await post(site, '/_casos/arquivo', { ...receipt, arquivo: picture?.id ?? '' });
    expect(bytes.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await bytes.arrayBuffer()).includes('Autora')).toBe(false);
    const foreign = await post(site, '/_casos/arquivo', { ...receipt, codigo: '00000000', arquivo: picture?.id ?? '' });
    expect(foreign.status).toBe(404);
    const publicly = await project.ask.data('query { files { id } }', { role: 'public', session: {} });
    expect(JSON.stringify(publicly)).not.toContain(picture?.id);
    await expect.poll(() => site.spooled()).toEqual([]);
  });

  test.each([
    ['too large', 413, [new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.pdf')], CASE_MESSAGES.arquivoGrande],
    ['of a type that its name hides', 415, [new File(['MZ\u0000\u0001programa'], 'a.pdf')], CASE_MESSAGES.arquivoDanificado],
    ['empty', 415, [new File([], 'a.pdf')], CASE_MESSAGES.arquivoDanificado],
    [
      'empty beside others',
      415,
      [new File(['a;b'], 'a.csv'), new File([], 'b.csv')],
      CASE_MESSAGES.arquivoDanificado.replace('arquivo', 'arquivo “b.csv”'),
    ],
    ['of a type that is not accepted', 415, [new File(['MZ\u0000\u0001programa'], 'a.exe')], CASE_MESSAGES.arquivoTipo],
    [
      'too large beside others',
      413,
      [new File(['a;b'], 'a.csv'), new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'foto.jpg')],
      'O arquivo “foto.jpg” tem mais de 10 MB.',
    ],
    [
      'of another type beside others',
      415,
      [new File(['a;b'], 'a.csv'), new File(['MZ\u0000\u0001programa'], 'b.pdf')],
      CASE_MESSAGES.arquivoDanificado.replace('arquivo', 'arquivo “b.pdf”'),
    ],
    ['one too many', 413, Array.from({ length: 6 }, (_, index) => new File(['a;b'], `${index}.csv`)), CASE_MESSAGES.arquivosDemais],
  ])('a file that is %s costs the files and not the texts', async (_, status, chosen, message) => {
    const before = await files();
    const form = new FormData();
    for (const [name, value] of Object.entries(COMPLAINT)) form.set(name, value);
    for (const file of chosen) form.append('anexos', file);
    const response = await post(site, MANIFESTATION, form);
    expect(response.status).toBe(status);
    expect(await screenOf(response)).toMatchObject({ typed: COMPLAINT, errors: [{ field: 'anexos', message }], lostFiles: true });
    expect(await files()).toBe(before);
    await expect.poll(() => site.spooled()).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'a storage that fails %s it has written gives the filled form back and registers nothing',
    async (fault) => {
      const before = [await cases(), await files()];
      site.faults.files = fault;
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...COMPLAINT, texto: 'O arquivo não pôde ser guardado agora.' })) form.set(name, value);
      form.append('anexos', new File(['a;b'], 'a.csv'));
      const response = await post(site, MANIFESTATION, form);
      site.faults.files = 'none';
      expect([response.status, await cases(), await files()]).toEqual([503, ...before]);
      await expect.poll(() => site.spooled()).toEqual([]);
      expect(await screenOf(response)).toMatchObject({ typed: { texto: 'O arquivo não pôde ser guardado agora.' }, lostFiles: true });
    },
  );

  test('a form that another site sends comes back filled and registers nothing', async () => {
    const before = await cases();
    const response = await post(site, MANIFESTATION, COMPLAINT, { origin: 'https://outro.example', 'sec-fetch-site': 'cross-site' });
    expect([response.status, await cases()]).toEqual([403, before]);
    expect(await screenOf(response)).toMatchObject({ kind: 'form', typed: COMPLAINT, notice: CASE_MESSAGES.deOutroSite });
  });

  test.each([
    [MANIFESTATION, '/ouvidoria'],
    [REQUEST, '/sic'],
    ['/_casos/mensagem', '/contato/faleConosco'],
    ['/_casos/recorrer', TRACKING],
    ['/_casos/arquivo', TRACKING],
  ])('a request for the address %s of an answered form is led to the form at %s', async (path, page) => {
    const response = await fetch(`${site.origin}${path}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      303,
      page,
      'private, no-store',
    ]);
    const refused = await fetch(`${site.origin}${path}`, { method: 'PUT' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('a submission by a program comes back with what to do', async () => {
    expect(await screenOf(await post(site, MANIFESTATION, { ...COMPLAINT, site: 'http://x' }))).toMatchObject({
      errors: [{ field: 'site', message: CASE_MESSAGES.reservado }],
    });
    expect(await screenOf(await post(site, MANIFESTATION, { ...COMPLAINT, tempo: '100' }))).toMatchObject({
      errors: [{ field: 'texto', message: CASE_MESSAGES.rapido }],
    });
  });

  test('what the site could not register counts for no limit', async () => {
    const send = (): Promise<Response> =>
      post(site, MANIFESTATION, { ...COMPLAINT, texto: 'Sem resposta enquanto o banco de dados está fora.' }, { 'x-de': '192.0.2.8' });
    const counted = async (): Promise<unknown> =>
      (await project.rows("select coalesce(sum(points), 0)::int as n from embutido.tentativa where key like 'caso-%'"))[0]?.['n'];
    const before = await counted();
    site.faults.calls = 'before';
    const statuses: number[] = [];
    while (statuses.length < 12) statuses.push((await send()).status);
    site.faults.calls = 'none';
    expect([new Set(statuses), await counted()]).toEqual([new Set([503]), before]);
    expect((await send()).status).toBe(303);
  });

  test('one browser is limited, and others of the same connection are not', async () => {
    const send = (index: number, agent: string): Promise<Response> =>
      post(
        site,
        MANIFESTATION,
        { ...COMPLAINT, texto: `Reclamação de número ${index} desta conexão.` },
        { 'x-de': '192.0.2.7', 'user-agent': agent },
      );
    const numbers = async (): Promise<unknown> =>
      (await project.rows("select count(*)::int as n from embutido.tentativa where key like 'numero:%'"))[0]?.['n'];
    for (let index = 0; index < 10; index += 1) expect((await send(index, 'um')).status).toBe(303);
    const before = await numbers();
    const limited = await send(10, 'um');
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await screenOf(limited)).toMatchObject({ typed: { texto: 'Reclamação de número 10 desta conexão.' } });
    // Who is refused leaves no row.
    expect(await numbers()).toBe(before);
    expect((await send(11, 'dois')).status).toBe(303);
  });

  test.each<readonly [string, (protocol: string) => string]>([
    ['without hyphens', (protocol) => protocol.replaceAll('-', '')],
    ['with spaces for hyphens', (protocol) => protocol.toLowerCase().replaceAll('-', ' ')],
    ['with a hyphen that is missing', (protocol) => protocol.replace('-', '')],
    ['with dashes', (protocol) => protocol.replaceAll('-', ' – ')],
  ])('a protocol typed %s opens its case', async (_, typed) => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}10` }));
    const found = await screenOf(await post(site, TRACKING, { ...receipt, protocolo: typed(receipt.protocolo) }));
    expect(found).toMatchObject({ kind: 'tracked', case: { protocolo: receipt.protocolo } });
  });

  test('unknown and wrong are one answer, and the sixth attempt of a network at a protocol is refused, not its citizen elsewhere', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}06` }));
    const ask = (protocolo: string, codigo: string): Promise<Response> =>
      post(site, TRACKING, { protocolo, codigo }, { 'x-de': '192.0.2.8' });
    const [wrong, unknown] = [await ask(receipt.protocolo, '00000000'), await ask('OUV-2020-000001-1', '00000000')];
    const notice = async (response: Response): Promise<unknown> => {
      const screen = await screenOf(response);
      return [response.status, screen.kind === 'trackingForm' ? screen.form.notice : screen.kind];
    };
    expect(await notice(wrong)).toEqual([404, CASE_MESSAGES.naoEncontrado]);
    expect(await notice(unknown)).toEqual([404, CASE_MESSAGES.naoEncontrado]);
    for (let attempt = 0; attempt < 4; attempt += 1) await ask(receipt.protocolo, '00000000');
    const refused = await ask(receipt.protocolo, receipt.codigo);
    expect(await notice(refused)).toEqual([429, expect.stringContaining('tente por outra conexão')]);
    expect((await post(site, TRACKING, receipt, { 'x-de': '192.0.2.9' })).status).toBe(200);
  });

  test('a case is opened by a redirect; its page may be loaded again, says once what was done, also after a HEAD request, and closes', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}61` }));
    const { protocolo, codigo } = receipt;
    const address = `${TRACKING}?protocolo=${protocolo}`;
    const done = await submit(site, '/_casos/complementar', { protocolo, codigo, texto: 'Foi de manhã.' });
    expect([done.status, done.headers.get('location'), done.headers.get('set-cookie')?.replace(/=[^;]+/, '=…')]).toEqual([
      303,
      address,
      'consulta=…; Path=/_casos; HttpOnly; SameSite=Strict',
    ]);
    expect(decodeURIComponent(cookieOf(done))).not.toContain(codigo);
    const load = (path: string, cookie: string): Promise<Response> => fetch(`${site.origin}${path}`, { headers: { cookie } });
    const head = await fetch(site.origin + address, { method: 'HEAD', headers: { cookie: cookieOf(done) } });
    expect([head.status, head.headers.getSetCookie()]).toEqual([200, []]);
    const first = await load(address, cookieOf(done));
    expect(await screenOf(first.clone())).toMatchObject({ kind: 'tracked', case: { protocolo }, done: 'complement' });
    const cookie = cookieOf(first);
    expect(await screenOf(await load(address, cookie))).toMatchObject({ kind: 'tracked', case: { protocolo }, done: null });
    const asks = { kind: 'trackingForm', form: { codigo: '', errors: [], notice: null } };
    const other = 'OUV-2020-000001-1';
    for (const [path, sent, filled] of [
      [address, '', protocolo],
      [address, cookie.slice(0, -1), protocolo],
      [`${TRACKING}?protocolo=${other}`, cookie, other],
      [`${TRACKING}?protocolo=%3Cb%3E`, cookie, ''],
      [TRACKING, cookie, ''],
    ] as const) {
      const answer = await load(path, sent);
      expect([answer.status, await screenOf(answer)]).toMatchObject([200, { ...asks, form: { protocolo: filled } }]);
    }
    // As a browser that takes no cookies follows the redirect, or one that had the case open loads its page again.
    const refused = await fetch(site.origin + address, { headers: { referer: `${SITE}/_casos/acompanhar` } });
    expect([refused.status, await screenOf(refused)]).toMatchObject([
      403,
      { kind: 'trackingForm', form: { protocolo, notice: CASE_MESSAGES.consultaTerminada } },
    ]);
    const closed = await submit(site, '/_casos/encerrar', {});
    expect([closed.status, closed.headers.get('location'), closed.headers.getSetCookie()]).toEqual([
      303,
      '/_casos/encerrar',
      ['consulta', 'recibo'].map((name) => `${name}=; Max-Age=0; Path=/_casos; HttpOnly; SameSite=Strict`),
    ]);
    const foreign = await submit(site, '/_casos/encerrar', {}, { origin: 'https://outro.example', 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, foreign.headers.has('set-cookie')]).toEqual([403, false]);
    expect(await screenOf(await load('/_casos/encerrar', cookieOf(closed)))).toEqual({ kind: 'trackingClosed' });
    for (const path of ['/_casos/encerrar', '/_casos/complementar', '/_casos/arquivo']) {
      const led = await fetch(site.origin + path, { headers: { cookie }, redirect: 'manual' });
      expect([led.status, led.headers.get('location')]).toEqual([303, address]);
    }
  });

  test('a page of an act that was refused, loaded again after its case was closed, asks for the code and shows nothing', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}64` }));
    const { protocolo, codigo } = receipt;
    const jar = new Map<string, string>();
    const send = async (path: string, typed: Readonly<Record<string, string>> = {}): Promise<Response> => {
      const answer = await submit(site, path, typed, { cookie: [...jar].map((pair) => pair.join('=')).join('; ') });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('Max-Age=0')) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    };
    const refused = { protocolo, codigo, texto: '', chave: '' };
    const before = await send('/_casos/complementar', refused);
    expect([before.status, await screenOf(before)]).toMatchObject([422, { kind: 'tracked', case: { protocolo } }]);
    await send('/_casos/encerrar');
    for (const [path, typed] of [
      ['/_casos/complementar', refused],
      ['/_casos/complementar', { ...refused, texto: 'Foi de manhã.' }],
      ['/_casos/arquivo', { protocolo, codigo, arquivo: crypto.randomUUID() }],
    ] as const) {
      const again = await send(path, typed);
      expect([again.status, await screenOf(again)]).toEqual([
        403,
        { kind: 'trackingForm', form: { protocolo, codigo: '', errors: [], notice: CASE_MESSAGES.consultaEncerrada, pending: null } },
      ]);
    }
    expect(
      await project.rows(`select 1 from casos.andamento a join casos.caso c on c.id = a.caso_id where c.protocolo = '${protocolo}'`),
    ).toHaveLength(1);
    // Who types the code opens it again, and goes on as before.
    expect((await send(TRACKING, { protocolo, codigo })).status).toBe(303);
    expect((await send('/_casos/complementar', { ...refused, texto: 'Foi de manhã.' })).status).toBe(303);
  });

  test('the script of a form about a case gets the address of its page, or what is wrong, or is sent to the page', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}63` }));
    const send = async (path: string, typed: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
      const answer = await submit(site, path, { ...receipt, ...typed }, { accept: 'application/json' });
      return [answer.status, await answer.json(), answer.headers.has('set-cookie')];
    };
    const destino = `${TRACKING}?protocolo=${receipt.protocolo}`;
    expect(await send('/_casos/complementar', { texto: 'Foi no posto.' })).toEqual([200, { destino }, true]);
    const errors = [{ field: 'texto', message: CASE_MESSAGES.texto }];
    expect(await send('/_casos/complementar', { texto: '' })).toEqual([422, { errors, notice: null }, true]);
    expect(await send('/_casos/avaliar', { nota: '5' })).toEqual([409, { errors: [], notice: CASE_MESSAGES.naoPermitido }, true]);
    site.faults.calls = 'before';
    expect(await send('/_casos/complementar', { texto: 'Foi lá.' })).toEqual([
      503,
      { errors: [], notice: CASE_MESSAGES.indisponivel },
      false,
    ]);
  });

  test('a case that is open in a browser asks for its code again after half an hour without a look at it', async () => {
    let now = Date.now();
    const later = await openCaseSite(project, { now: () => now });
    try {
      const { protocolo, codigo } = await receiptAfter(later, await post(later, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}62` }));
      const answer = await post(later, TRACKING, { protocolo, codigo });
      const look = (from: Response): Promise<Response> =>
        fetch(`${later.origin}${TRACKING}?protocolo=${protocolo}`, { headers: { cookie: cookieOf(from) } });
      now += 1_700_000;
      const second = await look(answer);
      expect(await screenOf(second.clone())).toMatchObject({ kind: 'tracked' });
      now += 1_700_000;
      expect(await screenOf(await look(answer))).toMatchObject({ kind: 'trackingForm' });
      expect(await screenOf(await look(second))).toMatchObject({ kind: 'tracked' });
    } finally {
      await later.close();
    }
  });

  test('a citizen adds to a case, and what may not be done now is said with the case', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}07` }));
    const added = await screenOf(await post(site, '/_casos/complementar', { ...receipt, texto: 'Foi no posto do centro.' }));
    expect(added).toMatchObject({ kind: 'tracked', done: 'complement' });
    expect(JSON.stringify(added)).toContain('Foi no posto do centro.');
    const early = await post(site, '/_casos/avaliar', { ...receipt, nota: '5' });
    expect([early.status, await screenOf(early)]).toMatchObject([
      422,
      { kind: 'tracked', done: null, attempted: 'rating', notice: CASE_MESSAGES.naoPermitido },
    ]);
    const empty = await screenOf(await post(site, '/_casos/complementar', { ...receipt, texto: ' ' }));
    expect(empty).toMatchObject({ errors: [{ field: 'texto', message: CASE_MESSAGES.texto }] });
  });

  test('what a citizen does with a case is counted as a submission, and nothing is done beyond the count', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}71` }));
    const add = (texto: string): Promise<Response> =>
      post(site, '/_casos/complementar', { ...receipt, texto }, { 'x-de': '192.0.2.17', 'user-agent': 'um' });
    for (let index = 0; index < 10; index += 1) expect((await add(`Parte ${index}.`)).status).toBe(200);
    const limited = await add('Parte 10.');
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await screenOf(limited)).toMatchObject({ form: { pending: { action: 'complement', typed: { texto: 'Parte 10.' } } } });
    const shown = await post(site, TRACKING, receipt, { 'x-de': '192.0.2.17', 'user-agent': 'um' });
    expect(await shown.text()).not.toContain('Parte 10.');
  });

  test('what a citizen adds is counted in characters, of which the end of a line is one, as in the first form', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}89` }));
    const add = async (texto: string): Promise<CaseScreen> =>
      screenOf(await post(site, '/_casos/complementar', { ...receipt, texto }, { 'x-de': '192.0.2.18' }));
    expect(await add(`${'😀\n'.repeat(4_998)}fim`)).toMatchObject({ kind: 'tracked', done: 'complement' });
    expect(await add('a'.repeat(10_001))).toMatchObject({ errors: [{ field: 'texto', message: 'Escreva no máximo 10.000 caracteres.' }] });
  });

  test('a complement brings files, checked as those of the first form, which the citizen and nobody else gets', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}31` }));
    const page = { ...receipt, texto: 'Segue a foto.', chave: `${UUID}32` };
    const send = async (typed: Readonly<Record<string, string>>, ...chosen: readonly File[]): Promise<readonly [number, CaseScreen]> => {
      const form = new FormData();
      for (const [name, value] of Object.entries(typed)) form.set(name, value);
      for (const file of chosen) form.append('anexos', file);
      const response = await post(site, '/_casos/complementar', form, { 'x-de': '192.0.2.61' });
      return [response.status, await screenOf(response)];
    };
    const table = new File(['ano;valor\n2025;1\n'], 'dados.csv');
    const before = await files();
    const message = CASE_MESSAGES.arquivoDanificado;
    expect(await send(page, new File(['MZ\u0000\u0001programa'], 'a.pdf'))).toMatchObject([
      415,
      { done: null, typed: { texto: 'Segue a foto.' }, errors: [{ field: 'anexos', message }], notice: null, lostFiles: true },
    ]);
    expect(await send({ ...page, codigo: '00000000' }, table)).toMatchObject([
      404,
      { kind: 'trackingForm', form: { pending: { typed: { texto: 'Segue a foto.' }, lostFiles: true } } },
    ]);
    site.faults.disk = 'NO_SPACE';
    const large = new File(['ano;valor\n'.repeat(200_000)], 'dados.csv');
    expect(await send(page, large)).toMatchObject([
      507,
      { typed: { texto: 'Segue a foto.' }, errors: [{ field: 'anexos' }], lostFiles: true },
    ]);
    site.faults.disk = null;
    expect(site.logged()).toContain('an act with files could not be registered');
    expect(await files()).toBe(before);
    // Sent twice from one page it is one complement with one file.
    await send(page, table);
    const [status, screen] = await send(page, table);
    expect([status, screen]).toMatchObject([
      200,
      { done: 'complement', lostFiles: false, case: { arquivos: [{ nome: 'dados.csv', doCidadao: true }] } },
    ]);
    expect(await files()).toBe(before + 1);
    for (let sent = 0; sent < 4; sent += 1)
      await send({ ...page, texto: `Mais ${sent}.` }, table, table, table, table, ...(sent < 3 ? [table] : []));
    const full = await files();
    const contents = await site.stored();
    expect(await send({ ...page, texto: 'E mais um.' }, new File(['não cabe\n'], 'a.csv'))).toMatchObject([
      422,
      {
        typed: { texto: 'E mais um.' },
        errors: [{ field: 'anexos', message: CASE_MESSAGES.arquivosDemaisNoCaso }],
        notice: null,
        lostFiles: true,
      },
    ]);
    expect([full, await files()]).toEqual([before + 20, full]);
    const steps = ["'em_analise'", `'arquivada', '{"motivo": "duplicada"}'`].map((args) => `public.tramitar_caso(id, ${args})`);
    for (const step of steps) await project.rows(`select ${step} from casos.caso where protocolo = '${receipt.protocolo}'`);
    expect(await send({ ...page, texto: 'E outro.' }, new File(['tarde\n'], 'a.csv'))).toMatchObject([
      422,
      { errors: [], notice: CASE_MESSAGES.naoPermitido, lostFiles: false },
    ]);
    // What no case can have is not written at all.
    expect(await site.stored()).toEqual(contents);
    await expect.poll(() => site.spooled()).toEqual([]);
  });

  test('a wrong e-mail is corrected with the case, and nobody gives one to an anonymous case', async () => {
    const [named, anonymous] = [
      await receiptAfter(site, await post(site, REQUEST, { ...ASKED, chave: `${UUID}27` })),
      await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}28` })),
    ];
    const wrong = await post(site, '/_casos/email', { ...named, email: 'rita@' });
    expect([wrong.status, await screenOf(wrong)]).toMatchObject([
      422,
      { done: null, typed: { email: 'rita@' }, errors: [{ field: 'email', message: CASE_MESSAGES.email }] },
    ]);
    const corrected = await screenOf(await post(site, '/_casos/email', { ...named, email: ' certa@Exemplo.org ' }));
    expect(corrected).toMatchObject({ done: 'email', case: { podeCorrigirEmail: true } });
    expect(JSON.stringify(corrected)).not.toContain('certa@');
    expect(
      await project.rows(
        `select s.email from casos.solicitante s join casos.caso c on c.id = s.caso_id where c.protocolo = '${named.protocolo}'`,
      ),
    ).toEqual([{ email: 'certa@exemplo.org' }]);
    const refused = await post(site, '/_casos/email', { ...anonymous, email: 'certa@exemplo.org' });
    expect([refused.status, await screenOf(refused)]).toMatchObject([
      422,
      { case: { podeCorrigirEmail: false }, notice: CASE_MESSAGES.naoPermitido },
    ]);
  });

  test('the institution’s question stays until its answer, also when the term is extended or the e-mail corrected', async () => {
    const receipt = await receiptAfter(
      site,
      await post(site, MANIFESTATION, { ...ASKED, ...COMPLAINT, identificacao: 'identificada', chave: `${UUID}29` }),
    );
    const step = (to: string, data: object): Promise<unknown> =>
      project.rows(
        `select public.tramitar_caso(id, '${to}', '${JSON.stringify(data)}') from casos.caso where protocolo = '${receipt.protocolo}'`,
      );
    await step('em_analise', {});
    await step('aguardando_complementacao', { descricao: 'Em que dia foi?' });
    await step('prorrogada', { justificativa: 'Falta ouvir a área.' });
    expect(await screenOf(await post(site, TRACKING, receipt))).toMatchObject({ case: { pergunta: 'Em que dia foi?' } });
    const corrected = await screenOf(await post(site, '/_casos/email', { ...receipt, email: 'certa@exemplo.org' }));
    expect(corrected).toMatchObject({ done: 'email', case: { pergunta: 'Em que dia foi?' } });
    const answered = await screenOf(await post(site, '/_casos/complementar', { ...receipt, texto: 'Na terça.' }));
    expect(answered).toMatchObject({ done: 'complement', case: { pergunta: null } });
  });

  test('an appeal stands with the case, with its text, its files and who decides it in each instance', async () => {
    await project.rows(
      "update canal_atendimento set autoridade_recurso_1 = 'Diretoria', autoridade_recurso_2 = 'Conselho' where canal = 'sic'",
    );
    const receipt = await receiptAfter(site, await post(site, REQUEST, { ...ASKED, chave: `${UUID}30` }));
    const step = (to: string, data: object): Promise<unknown> =>
      project.rows(
        `select public.tramitar_caso(id, '${to}', '${JSON.stringify(data)}') from casos.caso where protocolo = '${receipt.protocolo}'`,
      );
    await step('em_tratamento', {});
    await step('respondido', { resposta: 'Não há.', tipo_resposta: 'informacao_inexistente' });
    const appeal = async (chave: string, texto: string, file: File): Promise<CaseScreen> => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...receipt, texto, chave })) form.set(name, value);
      form.set('anexos', file);
      return screenOf(await post(site, '/_casos/recorrer', form, { 'x-de': '192.0.2.62' }));
    };
    expect(await appeal(`${UUID}33`, 'Faltam os totais.', new File(['MZ\u0000\u0001programa'], 'a.pdf'))).toMatchObject({
      done: null,
      typed: { texto: 'Faltam os totais.' },
      errors: [{ field: 'anexos', message: CASE_MESSAGES.arquivoDanificado }],
      lostFiles: true,
      case: { recursos: [], autoridadeDoRecurso: 'Diretoria' },
    });
    const before = await files();
    const page = [`${UUID}33`, 'Faltam os totais.', new File(['mês;total\n'], 'meses.csv')] as const;
    const appealed = {
      done: 'appeal',
      case: {
        recursos: [{ instancia: 1, motivo: 'Faltam os totais.' }],
        arquivos: [{ nome: 'meses.csv', doCidadao: true }],
        autoridadeDoRecurso: 'Diretoria',
      },
    };
    expect(await appeal(...page)).toMatchObject(appealed);
    // Sent twice from one page it is one appeal with one file.
    expect(await appeal(...page)).toMatchObject(appealed);
    expect(await files()).toBe(before + 1);
    await step('recurso_decidido_1', { decisao: 'desprovido', resposta: 'Mantida.', autoridade: 'Diretoria' });
    expect(await screenOf(await post(site, TRACKING, receipt))).toMatchObject({ case: { autoridadeDoRecurso: 'Conselho' } });
    expect(await appeal(`${UUID}34`, 'Ainda faltam.', new File(['ano;total\n'], 'anos.csv'))).toMatchObject({
      case: { recursos: [{ instancia: 1 }, { instancia: 2, motivo: 'Ainda faltam.' }], autoridadeDoRecurso: 'Conselho' },
    });
  });

  test('a complaint is told why it is refused, keeps its text, and is one where it is sent twice', async () => {
    const receipt = await receiptAfter(site, await post(site, REQUEST, { ...ASKED, chave: `${UUID}36` }));
    const from = { 'x-de': '192.0.2.63' };
    const complain = async (texto: string, chave: string): Promise<CaseScreen> =>
      screenOf(await post(site, '/_casos/reclamar', { ...receipt, texto, chave }, from));
    const early = await post(site, '/_casos/reclamar', { ...receipt, texto: 'Preciso da lista.', chave: `${UUID}37` }, from);
    expect([early.status, await screenOf(early)]).toMatchObject([
      422,
      { done: null, typed: { texto: 'Preciso da lista.' }, notice: refusalMessage('prazo_da_resposta_corre'), case: { reclamacao: null } },
    ]);
    await project.database.script(`
      alter table casos.caso disable trigger guardar_caso;
      update casos.caso set prazo_em = casos.data_atual() - 1 where protocolo = '${receipt.protocolo}';
      alter table casos.caso enable trigger guardar_caso;`);
    expect(await complain('a'.repeat(10_001), `${UUID}38`)).toMatchObject({
      done: null,
      errors: [{ field: 'texto' }],
      case: { podeReclamar: true, reclamacao: null },
    });
    const filed = { done: 'complaint', notice: null, case: { podeReclamar: false, reclamacao: { motivo: null, decisao: null } } };
    const both = await Promise.all([complain('', `${UUID}39`), complain('', `${UUID}39`)]);
    for (const screen of both) expect(screen).toMatchObject(filed);
    expect(await complain('Outra vez.', `${UUID}40`)).toMatchObject({ done: null, notice: refusalMessage('ja_reclamado') });
    expect(
      await project.rows(`select 1 from casos.recurso r join casos.caso c on c.id = r.caso_id where c.protocolo = '${receipt.protocolo}'`),
    ).toHaveLength(1);
  });

  test('the institution’s question stands first while it waits for the answer, and no longer when it was answered', async () => {
    const receipt = await receiptAfter(site, await post(site, MANIFESTATION, { ...COMPLAINT, chave: `${UUID}17` }));
    const step = (to: string, data: object): Promise<unknown> =>
      project.rows(
        `select public.tramitar_caso(id, '${to}', '${JSON.stringify(data)}') from casos.caso where protocolo = '${receipt.protocolo}'`,
      );
    await step('em_analise', {});
    await step('aguardando_complementacao', { descricao: 'Em que dia foi?' });
    expect(await screenOf(await post(site, TRACKING, receipt))).toMatchObject({ case: { pergunta: 'Em que dia foi?' } });
    const answered = await screenOf(await post(site, '/_casos/complementar', { ...receipt, texto: 'Na terça.' }));
    expect(answered).toMatchObject({ done: 'complement', case: { pergunta: null } });
  });

  test.each([
    ['complement', '/_casos/complementar', { texto: 'Foi no posto do centro.' }],
    ['appeal', '/_casos/recorrer', { texto: 'Faltou a lista de 2024.' }],
    ['complaint', '/_casos/reclamar', { texto: 'Preciso da lista para o meu recurso.' }],
    ['rating', '/_casos/avaliar', { texto: 'Demorou.', nota: '2', resolutividade: 'parcial' }],
    ['email', '/_casos/email', { email: 'rita@exemplo.org' }],
  ] as const)('a %s that cannot be recorded comes back with its text', async (action, address, typed) => {
    const receipt = { protocolo: 'OUV-2020-000001-1', codigo: '7K7K7K7K' };
    const pending = { action, typed: { texto: '', nota: '', resolutividade: '', email: '', chave: '', ...typed }, lostFiles: false };
    site.faults.calls = 'before';
    const failed = await post(site, address, { ...receipt, ...typed });
    site.faults.calls = 'none';
    expect([failed.status, await screenOf(failed)]).toEqual([
      503,
      { kind: 'trackingForm', form: { ...receipt, errors: [], notice: CASE_MESSAGES.indisponivel, pending } },
    ]);
    const foreign = await post(site, address, { ...receipt, ...typed }, { origin: 'https://mal.example' });
    const unknown = await post(site, address, { ...receipt, ...typed }, { 'x-de': '192.0.2.41' });
    for (const [answer, status] of [[foreign, 403] as const, [unknown, 404] as const]) {
      expect([answer.status, await screenOf(answer)]).toMatchObject([status, { kind: 'trackingForm', form: { codigo: '', pending } }]);
    }
  });

  test('numbers of documents are encrypted, and of an anonymous case nothing of the person is kept', async () => {
    await post(site, REQUEST, { ...ASKED, chave: `${UUID}08` });
    await post(site, MANIFESTATION, { ...COMPLAINT, nome: 'Anônima Plantada', email: 'anonima.plantada@exemplo.org', chave: `${UUID}09` });
    const people = JSON.stringify(await project.rows('select * from casos.solicitante'));
    expect(people).not.toMatch(/52998224725|529\.982/);
    expect(people).toContain('quiteria.plantada@exemplo.org');
    const everything = JSON.stringify([
      people,
      await project.rows('select * from casos.caso'),
      await project.rows('select * from casos.andamento'),
    ]);
    expect(everything).not.toMatch(/Anônima Plantada|anonima\.plantada/);
  });

  test('requests of one person in a year are known as such by the document, else by the e-mail, and not in another year', async () => {
    const digestOf = async (at: CaseSite, chave: string, typed: object): Promise<unknown> => {
      const { protocolo } = await receiptAfter(at, await post(at, REQUEST, { ...ASKED, ...typed, chave: `${UUID}${chave}` }));
      const [row] = await project.rows(
        `select s.digesto from casos.solicitante_do_ano s join casos.caso c on c.id = s.caso_id where c.protocolo = '${protocolo}'`,
      );
      return row?.['digesto'];
    };
    const byDocument = await digestOf(site, 'a1', { documento: '529.982.247-25' });
    const byEmail = await digestOf(site, 'a2', { documento: '', email: 'uma@exemplo.org' });
    expect(await digestOf(site, 'a3', { documento: '52998224725', email: 'nova@exemplo.org', nome: 'Outro nome' })).toBe(byDocument);
    expect(await digestOf(site, 'a4', { documento: '', email: 'UMA@exemplo.org' })).toBe(byEmail);
    const others = [
      await digestOf(site, 'a5', { documento: '111.444.777-35' }),
      await digestOf(site, 'a6', { documento: '', email: 'outra@exemplo.org' }),
    ];
    const nextYear = await openCaseSite(project, { now: () => Date.now() + 366 * 86_400_000 });
    try {
      others.push(await digestOf(nextYear, 'a7', { documento: '529.982.247-25' }));
    } finally {
      await nextYear.close();
    }
    const digests = [byDocument, byEmail, ...others];
    expect(digests).toEqual(digests.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('nothing that citizens wrote is in the log, in the trail of changes, or in reach of the public', async () => {
    await post(site, REQUEST, { ...ASKED, chave: `${UUID}10` });
    site.faults.calls = 'after';
    await post(site, REQUEST, { ...ASKED, chave: `${UUID}11` }, { 'x-de': '203.0.113.77', 'user-agent': 'Navegador Plantado' });
    site.faults.calls = 'none';
    const planted = /plantad|98765-?4321|529\.?982|contratos de 2025|203\.0\.113\.77/i;
    expect(site.logged()).not.toMatch(planted);
    const kept = await rowsOutsideCases(project.rows);
    expect(kept.size).toBeGreaterThan(50);
    expect([...kept].filter(([, text]) => planted.test(text)).map(([table]) => table)).toEqual([]);
    const refusals = await Promise.all(
      ['caso', 'caso_andamento', 'registrar_pedido', 'consultar_caso', 'ler_dados_pessoais'].map(async (field) => {
        const answer = await project.engine.execute(
          { query: `query { ${field} { __typename } }` },
          { caller: { role: 'public', trust: 'anonymous', session: {} } },
        );
        return answer.kind;
      }),
    );
    expect(new Set(refusals)).toEqual(new Set(['errors']));
  });
});

test('a case of a replaced key is still opened by its code', async () => {
  const [, open] = PROJECT_ENGINES[0];
  const project = await open();
  const [old, next] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const first = await openCaseSite(project, { secrets: [old] });
  const receipt = await receiptAfter(first, await post(first, MANIFESTATION, COMPLAINT));
  await first.close();
  const second = await openCaseSite(project, { secrets: [next, old] });
  try {
    expect((await post(second, TRACKING, receipt)).status).toBe(200);
  } finally {
    await second.close();
    await project.close();
  }
});

test('a case that is no longer there is asked for once, and not until the attempts are used up', async () => {
  const [, open] = PROJECT_ENGINES[0];
  const project = await open();
  const secret = new Uint8Array(32).fill(3);
  const site = await openCaseSite(project, { secrets: [secret] });
  try {
    const sealed: string[] = [];
    const res = { appendHeader: (_name: string, value: string) => sealed.push(value) } as unknown as ServerResponse;
    const protocolo = 'OUV-2020-000001-1';
    const options = { keys: createCaseKeys([secret]), now: Date.now(), secure: false };
    setCaseCookie(res, OPEN_CASE_COOKIE, { protocolo, codigo: '7K7K7K7K', done: null }, options);
    const gone = await fetch(`${site.origin}${TRACKING}?protocolo=${protocolo}`, {
      headers: { cookie: String(sealed[0]?.split(';', 1)[0]) },
    });
    expect([gone.status, gone.headers.get('set-cookie')]).toEqual([404, 'consulta=; Max-Age=0; Path=/_casos; HttpOnly; SameSite=Strict']);
  } finally {
    await site.close();
    await project.close();
  }
});
