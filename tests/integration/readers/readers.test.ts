/** What readers send: whether a page was useful, and an address to follow by, on real sockets over the site's own project. */
import express from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { createSmtp, type MailTransport } from '../../../server/cases/mail/smtp.ts';
import { createEmailSubscriptionsRouter } from '../../../server/email-subscriptions/router.ts';
import { emailSubscriptionFunctions, type QueuedNews } from '../../../server/email-subscriptions/subscription-functions.ts';
import { subscriptionMessage } from '../../../server/email-subscriptions/subscription-message.ts';
import { emailSubscriptionRound } from '../../../server/email-subscriptions/subscription-work.ts';
import { createFeedbackRouter } from '../../../server/feedback/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { openSmtpSink, type SmtpSink } from '../../support/smtp-sink.ts';
import { ANA, PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';

const SITE = 'https://www.instituto.example';
const KEYS = createCaseKeys([new Uint8Array(32).fill(7)]);
const [[, openProject]] = PROJECT_ENGINES;

let project: ProjectEngine;
let site: Listening;
let sink: SmtpSink;
let transport: MailTransport;
/** Address of the next sender. */
let client: string | null = null;
/** Seconds that the next sender has to wait. */
let wait = 0;
/** Answers and requests that were counted against the share of their sender. */
let counted = 0;
/** Whether the place of the next sender is taken. */
let isBusy = false;
/** Whether the database answers no statement. */
let isDown = false;

beforeAll(async () => {
  project = await openProject();
  const app = express();
  app.use(requestContext(SILENT_LOG));
  const shared = {
    siteOrigin: SITE,
    clientOf: () => client,
    admit: () => (isBusy ? ({ kind: 'refused', because: 'client' } as const) : UNLIMITED),
    limits: {
      count: () => {
        counted += 1;
        return isDown ? Promise.reject(new Error('no connection')) : Promise.resolve(wait);
      },
    },
    log: SILENT_LOG,
    sendPage: async (_req: express.Request, res: express.Response, { screen, status }: { screen: unknown; status: number }) => {
      res.status(status).type('html').send(JSON.stringify(screen));
    },
  };
  const pageOf = (path: string): Promise<{ routeId: string } | null> =>
    Promise.resolve(path.startsWith('/paginas/') ? { routeId: 'pagina' } : path === '/sic' ? { routeId: 'sic' } : null);
  app.use(createFeedbackRouter({ ...shared, backend: project.engine, pageOf }));
  app.use(
    createEmailSubscriptionsRouter({ ...shared, functions: emailSubscriptionFunctions(project.engine), keys: () => Promise.resolve(KEYS) }),
  );
  app.use(errorHandler(SILENT_LOG));
  site = await listening(app);
});
afterAll(async () => {
  await site.close();
  await project.close();
});
beforeEach(async () => {
  client = null;
  wait = 0;
  isBusy = false;
  isDown = false;
  sink = await openSmtpSink({ reject: (address) => address.startsWith('ninguem') });
  transport = createSmtp({ url: sink.url, from: 'novidades@instituto.example', name: () => 'Instituto' });
  await project.database.script(
    'delete from leitores.comentario; delete from leitores.avaliacao; delete from novidades.assinatura; delete from novidades.assunto; delete from noticia; delete from documento; delete from novidades.publicacao',
  );
});
afterEach(async () => {
  transport.close();
  await sink.close();
});

function post(
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { origin: SITE },
): Promise<Response> {
  const body = new URLSearchParams(form);
  return fetch(`${site.origin}${path}`, { method: 'POST', body, redirect: 'manual', headers: { accept: 'text/html', ...headers } });
}

const roundOptions = () => ({
  functions: emailSubscriptionFunctions(project.engine),
  transport,
  write: async (news: QueuedNews) => subscriptionMessage(news, KEYS, { name: 'Instituto', url: SITE }),
  log: SILENT_LOG,
});
const round = (): Promise<boolean> => emailSubscriptionRound(roundOptions());

/** Whatever was due is sent, and the hour between two messages is over. */
async function sent(): Promise<readonly string[]> {
  await round();
  await project.database.script(`update novidades.assinatura set proxima_em = now() where proxima_em is not null`);
  while (await round());
  return sink.messages.map(({ source }) => source.replaceAll(/=\r\n/g, '').replaceAll(/=3D/g, '='));
}

const follow = (email: string, assunto = 'noticias', valor = ''): Promise<Response> => post('/_novidades', { email, assunto, valor });
const linkIn = (source: string | undefined, step: string): string =>
  new RegExp(`${SITE}(/_novidades/${step}/[0-9a-f-]+)`).exec(source ?? '')?.[1] ?? '';
/** What a browser writes in `Origin` when a page under this policy posts to its own site (Fetch, "append a request Origin header"). */
const originUnder = (policy: string | null): string => (policy === 'no-referrer' ? 'null' : SITE);
const one = async (statement: string): Promise<unknown> => Object.values((await project.rows(statement))[0] ?? {})[0];
const rowsOf = async (table: string): Promise<number> => Number(await one(`select count(*) from ${table}`));

async function following(email: string, assunto?: string, valor?: string): Promise<void> {
  await follow(email, assunto, valor);
  const confirmation = (await sent()).findLast((source) => source.includes('/_novidades/confirmar/'));
  expect((await post(linkIn(confirmation, 'confirmar'), {})).status).toBe(200);
}

const publish = (id: number, titulo: string, when = 'now()'): Promise<void> =>
  project.database.script(
    `insert into noticia (id, slug, titulo, publicado, publicado_em) values (${id}, 'n-${id}', '${titulo}', true, ${when})`,
  );

/** The page that a form gets back. */
const givenBack = async (answer: Response): Promise<unknown> => [answer.status, answer.headers.get('retry-after'), await answer.json()];

describe('a form that cannot be taken now goes back with what was typed', () => {
  test.each([
    [
      'the comment on a page',
      '/_avaliacao',
      { endereco: '/paginas/sobre', util: 'nao', comentario: 'Falta o horário.' },
      { isFaulty: false, typed: { util: 'nao', comentario: 'Falta o horário.' } },
    ],
    [
      'the address to follow by',
      '/_novidades',
      { email: 'ana@exemplo.org', assunto: 'documentos', valor: 'leis' },
      {
        screen: expect.objectContaining({
          kind: 'form',
          email: 'ana@exemplo.org',
          topic: { kind: 'documentos', value: 'leis' },
        }) as unknown,
      },
    ],
  ] as const)('%s', async (_name, path, form, kept) => {
    wait = 60;
    expect(await givenBack(await post(path, form))).toEqual([429, '60', expect.objectContaining(kept)]);
    isDown = true;
    expect(await givenBack(await post(path, form))).toEqual([503, null, expect.objectContaining(kept)]);
    expect([await rowsOf('avaliacao_pagina'), await rowsOf('novidades.assinatura')]).toEqual([0, 0]);
  });
});

test.each([
  [
    '/_avaliacao',
    { endereco: '/paginas/sobre', util: 'nao', comentario: 'Falta o "horário".' },
    '\nFalta o &quot;horário&quot;.</textarea>',
  ],
  ['/_novidades', { email: 'ana@exemplo.org', assunto: 'busca', valor: 'edital' }, 'name="email" value="ana@exemplo.org"'],
])('a form to %s whose sender has no place comes back with what was typed, and can be sent again', async (path, form, typed) => {
  isBusy = true;
  const answer = await post(path, form, { accept: 'text/html' });
  const page = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(page).toContain(typed);
  expect(page).toContain(`action="${path}" enctype="application/x-www-form-urlencoded"`);
});

test.each([
  ['the page that had the form', '/_avaliacao', `${SITE}/paginas/sobre?pagina=2`, '/paginas/sobre?pagina=2'],
  ['the first page, without a page before', '/_avaliacao', '', '/'],
  ['the first page, from another site', '/_avaliacao', 'https://outro.example/paginas/sobre', '/'],
  ['the first page, from an address that names a host', '/_avaliacao', `${SITE}//outro.example/`, '/'],
  ['the first page, from the address of the form itself', '/_avaliacao', `${SITE}/_avaliacao`, '/'],
  ['the list that had the form', '/_novidades', `${SITE}/documentos/leis`, '/documentos/leis'],
  ['the news, without a page before', '/_novidades', '', '/informacoes/noticias'],
])('who loads the address of a form is led to %s', async (_case, path, referer, page) => {
  const { status, headers } = await fetch(`${site.origin}${path}`, { headers: { accept: 'text/html', referer }, redirect: 'manual' });
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([303, page, 'private, no-store']);
  expect((await fetch(`${site.origin}${path}`, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST');
});

describe('the judgement of a page', () => {
  test('is counted by address, and a comment reaches editors without anything of its writer', async () => {
    const answers = [await post('/_avaliacao', { endereco: '/paginas/sobre', util: 'sim' })];
    answers.push(await post('/_avaliacao', { endereco: '/paginas/sobre', util: 'nao', comentario: 'Falta o horário.' }));
    expect(answers.map(({ status, headers }) => [status, headers.get('location'), headers.get('set-cookie')])).toEqual([
      [303, '/_avaliacao/obrigado/paginas/sobre', null],
      [303, '/_avaliacao/obrigado/paginas/sobre', null],
    ]);
    const thanks = await fetch(`${site.origin}/_avaliacao/obrigado/paginas/sobre`);
    expect([thanks.status, thanks.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const seen = await project.ask.data('{ avaliacao_pagina { endereco util_sim util_nao comentarios { texto util } } }', ANA);
    expect(seen).toEqual({
      avaliacao_pagina: [
        { endereco: '/paginas/sobre', util_sim: 1, util_nao: 1, comentarios: [{ texto: 'Falta o horário.', util: false }] },
      ],
    });
  });

  test.each([
    ['of a page that does not exist', { endereco: '/nada', util: 'sim' }, 404],
    ['of a page that is not judged', { endereco: '/sic', util: 'sim' }, 404],
    ['with a CPF in its comment', { endereco: '/paginas/sobre', comentario: '529.982.247-25' }, 422],
    ['with a text that was pasted whole', { endereco: '/paginas/sobre', comentario: 'ção '.repeat(7_000) }, 422],
    ['of no address', { util: 'sim' }, 400],
    ['of an address on another site', { endereco: '//outro.example/paginas/sobre', util: 'sim' }, 400],
  ])('is not counted: one %s', async (_case, form, status) => {
    const answer = await post('/_avaliacao', form);
    expect([answer.status, (await answer.text()).includes('"isFaulty":true')]).toEqual([status, status === 422]);
    expect(await rowsOf('avaliacao_pagina')).toBe(0);
  });

  test('is refused from another site, and where its sender has sent too many', async () => {
    expect((await post('/_avaliacao', { endereco: '/paginas/sobre', util: 'sim' }, { origin: 'https://outro.example' })).status).toBe(403);
    wait = 60;
    const refused = await post('/_avaliacao', { endereco: '/paginas/sobre', util: 'sim' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await rowsOf('avaliacao_pagina')).toBe(0);
    client = '192.0.2.3';
    expect((await post('/_avaliacao', { endereco: '/paginas/sobre', util: 'sim' })).status).toBe(429);
    wait = 0;
    expect((await post('/_avaliacao', { endereco: '/paginas/sobre', util: 'sim' })).status).toBe(303);
    expect(await rowsOf('avaliacao_pagina')).toBe(1);
  });

  test('is counted once of a double click, and again of another answer, page or reader', async () => {
    const sim = { endereco: '/paginas/sobre', util: 'sim' };
    client = '192.0.2.1';
    const before = counted;
    const both = await Promise.all([post('/_avaliacao', sim), post('/_avaliacao', sim)]);
    expect(both.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, '/_avaliacao/obrigado/paginas/sobre'],
      [303, '/_avaliacao/obrigado/paginas/sobre'],
    ]);
    await post('/_avaliacao', sim);
    expect(counted).toBe(before + 1);
    await post('/_avaliacao', { ...sim, util: 'nao' });
    await post('/_avaliacao', { ...sim, endereco: '/paginas/outra' });
    client = '192.0.2.2';
    await post('/_avaliacao', sim);
    expect(await project.ask.data('{ avaliacao_pagina(order_by: {endereco: asc}) { endereco util_sim util_nao } }', ANA)).toEqual({
      avaliacao_pagina: [
        { endereco: '/paginas/outra', util_sim: 1, util_nao: 0 },
        { endereco: '/paginas/sobre', util_sim: 2, util_nao: 1 },
      ],
    });
  });

  test('keeps the newest two hundred comments of a page', async () => {
    await project.database.script(`select avaliar_pagina('/paginas/sobre', null, 'Comentário ' || n) from generate_series(1, 205) n`);
    expect(await rowsOf('comentario_pagina')).toBe(200);
    expect(await rowsOf(`comentario_pagina where texto = 'Comentário 5'`)).toBe(0);
  });

  test('keeps comments for a year, also where nobody writes another', async () => {
    await project.database.script(`select avaliar_pagina('/paginas/sobre', null, 'Comentário ' || n) from generate_series(1, 3) n;
      update leitores.comentario set escrito_em = escrito_em - 366 where texto <> 'Comentário 3'`);
    expect([await rowsOf('comentario_pagina'), await rowsOf('leitores.comentario')]).toEqual([1, 3]);
    await post('/_avaliacao', { endereco: '/paginas/sobre', util: 'sim' });
    expect(await rowsOf('leitores.comentario')).toBe(1);
  });
});

describe('subscriptions by e-mail', () => {
  test('says on the page of each link what is followed, and asks nobody twice', async () => {
    const shown = async (answer: Promise<Response>): Promise<unknown> => {
      const { status, ...given } = await answer.then(async (response) => ({ status: response.status, ...(await response.json()) }));
      return [status, given.screen];
    };
    await follow('ana@exemplo.org', 'documentos', 'leis');
    const label = await one(`select rotulo from categoria_documento where slug = 'leis'`);
    const what = `os documentos da lista “${String(label)}”`;
    const link = linkIn((await sent())[0], 'confirmar');
    expect(await shown(fetch(site.origin + link))).toEqual([200, { kind: 'confirm', action: link, what }]);
    expect(await shown(post(link, {}))).toEqual([200, { kind: 'confirmed', what }]);
    expect(await shown(fetch(site.origin + link))).toEqual([200, { kind: 'confirmed', what }]);
    await project.database.script(`insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values
      (901, 'leis', 'Lei da previdência', 2025, hoje(), true)`);
    await round();
    const leave = linkIn((await sent())[1], 'sair');
    expect(await shown(fetch(site.origin + leave))).toEqual([200, { kind: 'leave', action: leave, what }]);
    for (const answer of [await post(leave, {}), await fetch(site.origin + leave)])
      expect(await shown(Promise.resolve(answer))).toEqual([200, { kind: 'left' }]);
    expect(await shown(fetch(site.origin + link))).toEqual([410, { kind: 'expired' }]);
  });

  test('has no words of a search in the message to an address that may be of another person', async () => {
    await follow('ana@exemplo.org', 'busca', 'bloqueio: acesse outro.example');
    const [confirmation] = await sent();
    expect(confirmation).not.toMatch(/outro\.example|acesse/);
    const page = await fetch(site.origin + linkIn(confirmation, 'confirmar'));
    expect(await page.json()).toMatchObject({ screen: { what: 'o que a busca por “bloqueio: acesse outro.example” encontra' } });
  });

  test('begins with the link of the first message, and ends by one request of a mail program, which erases the address', async () => {
    const asked = await follow('ana@exemplo.org');
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/_novidades/pedido']);
    await publish(1, 'Antes de confirmar');
    const [confirmation] = await sent();
    const link = linkIn(confirmation, 'confirmar');
    expect((await fetch(site.origin + link)).status).toBe(200);
    expect(await one('select confirmada_em from novidades.assinatura')).toBeNull();
    expect((await post(link, {})).status).toBe(200);
    await publish(2, `Pagamento de março ${'em dia '.repeat(12)}`);
    const [, digest, ...others] = await sent();
    expect(others).toEqual([]);
    expect(digest).toContain('Pagamento de mar');
    // A long title ends at a word (an encoded word of RFC 2047 has an underscore for a space).
    expect(digest).toMatch(/^Subject: =\?UTF-8\?Q\?Pagamento_de_mar=C3=A7o_em_dia/m);
    expect(digest).toContain('em=E2=80=A6=3A_Instituto');
    expect(digest).toContain(`${SITE}/informacoes/noticia/2`);
    expect(digest).not.toContain('Antes de confirmar');
    expect(digest).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const leave = linkIn(digest, 'sair');
    expect(digest).toContain(`<a href="${SITE}${leave}">`);
    // Opening the link ends nothing.
    expect(digest?.replaceAll('=\r\n', '').match(/Confirme na p=C3=A1gina que abrir/g)).toHaveLength(2);
    expect(digest?.replaceAll(/\r\n /g, ' ')).toContain(`List-Unsubscribe: <${SITE}${leave}>`);
    expect((await fetch(site.origin + leave)).status).toBe(200);
    expect(await rowsOf('novidades.assinatura')).toBe(1);
    const ended = await post(leave, { 'List-Unsubscribe': 'One-Click' }, {});
    expect(ended.status).toBe(200);
    expect((await rowsOf('novidades.assinatura')) + (await rowsOf('novidades.assunto'))).toBe(0);
    expect((await post(link, {})).status).toBe(410);
  });

  test('tells each publication once: neither a correction nor a second server repeats it, and scheduled ones wait', async () => {
    await following('ana@exemplo.org');
    await publish(3, 'Uma');
    await publish(4, 'Duas');
    await publish(5, 'Amanhã', `now() + interval '1 day'`);
    await Promise.all([round(), round()]);
    await sent();
    await project.database.script(
      `update noticia set titulo = 'Uma, corrigida', publicado = false where id = 3; update noticia set publicado = true where id = 3`,
    );
    const digests = (await sent()).slice(1);
    expect(digests).toHaveLength(1);
    expect(digests[0]).toMatch(/^Subject: (?:Uma|Duas) e mais 1: /m);
    expect(digests[0]).not.toContain('Amanh');
  });

  test('sends no message again that was sent while the database recorded nothing, and records the others of its round', async () => {
    await follow('ana@exemplo.org');
    await follow('eva@exemplo.org');
    const { functions, ...options } = roundOptions();
    let isWritable = false;
    const settle: typeof functions.settle = async (news, failure) => {
      if (!isWritable && news.destinatario === 'ana@exemplo.org') throw new Error('no connection');
      await functions.settle(news, failure);
    };
    const unsettled: Parameters<typeof emailSubscriptionRound>[1] = [];
    const nextRound = (): Promise<boolean> => emailSubscriptionRound({ ...options, functions: { ...functions, settle } }, unsettled);
    await expect(nextRound()).rejects.toThrow('no connection');
    expect(await one(`select string_agg(email, ' ') from novidades.assinatura where enviada_em is null`)).toBe('ana@exemplo.org');
    // Nothing more is sent while nothing can be recorded.
    await follow('rui@exemplo.org');
    await expect(nextRound()).rejects.toThrow('no connection');
    expect(sink.messages.map(({ to }) => to).toSorted()).toEqual(['ana@exemplo.org', 'eva@exemplo.org']);
    isWritable = true;
    await project.database.script(`update novidades.assinatura set proxima_em = now() where email = 'ana@exemplo.org'`);
    await nextRound();
    expect(sink.messages.map(({ to }) => to).toSorted()).toEqual(['ana@exemplo.org', 'eva@exemplo.org', 'rui@exemplo.org']);
    expect(await rowsOf('novidades.assinatura where enviada_em is null')).toBe(0);
  });

  test('shows operators how many messages wait, and how many addresses refuse them', async () => {
    const functions = emailSubscriptionFunctions(project.engine);
    for (const email of ['ana@exemplo.org', 'bia@exemplo.org']) await following(email);
    await publish(9, 'Uma');
    expect(await functions.countMessages()).toEqual({ waiting: 0, failed: 0 });
    await functions.distribute(50);
    expect(await functions.countMessages()).toEqual({ waiting: 2, failed: 0 });
    await project.database.script(`update novidades.assinatura set email = 'ninguem@exemplo.org' where email = 'bia@exemplo.org'`);
    await round();
    expect(await functions.countMessages()).toEqual({ waiting: 0, failed: 1 });
  });

  test('sends one message with news an hour at most, the first at once', async () => {
    await following('ana@exemplo.org');
    await publish(6, 'Primeira');
    while (await round());
    expect(sink.messages).toHaveLength(2);
    await publish(7, 'Segunda');
    await round();
    expect(sink.messages).toHaveLength(2);
    expect(await one(`select proxima_em > now() + interval '50 minutes' from novidades.assinatura`)).toBe(true);
    expect((await sent()).at(-1)).toContain('Segunda');
  });

  test('follows a list and a search, each by what belongs to it, without a number of a person', async () => {
    await following('ana@exemplo.org', 'documentos', 'leis');
    await following('bia@exemplo.org', 'busca', 'pensão militar');
    await project.database.script(`insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values
      (901, 'leis', 'Lei da previdência', 2025, hoje(), true), (902, 'decretos', 'Pensões militares', 2025, hoje(), true)`);
    await publish(8, 'Pensão de militar, CPF 52998224725');
    await sent();
    const told = sink.messages
      .slice(2)
      .map(({ to, source }) => [to, ...new Set(source.replaceAll(/=\r\n/g, '').match(/(?:documentos\/[a-z]+|noticia)\/\d+|529\W?982/g))]);
    expect(told.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
      ['ana@exemplo.org', 'documentos/leis/901'],
      ['bia@exemplo.org', 'noticia/8', 'documentos/decretos/902'],
    ]);
  });

  test('tells an address that follows a list and a search of one publication once, also where what it followed first ends', async () => {
    await following('ana@exemplo.org');
    await following('ana@exemplo.org', 'busca', 'mutirão');
    await following('bia@exemplo.org', 'busca', 'mutirão');
    const before = sink.messages.length;
    const told = async (): Promise<readonly string[]> => {
      await sent();
      return sink.messages.slice(before).map(({ to, source }) => `${to} ${/noticia\/\d+/.exec(source)?.[0]}`);
    };
    await publish(10, 'Mutirão no sábado');
    expect((await told()).toSorted()).toEqual(['ana@exemplo.org noticia/10', 'bia@exemplo.org noticia/10']);
    // What counts as told is not due again.
    expect(await one('select count(*)::integer from novidades.assinatura where proxima_em is not null')).toBe(0);
    const ofTheList = sink.messages.slice(before).find(({ source }) => source.replaceAll(/=\r\n/g, '').includes('segue as not'));
    await post(linkIn(ofTheList?.source.replaceAll(/=\r\n/g, ''), 'sair'), {});
    await publish(11, 'Outro mutirão');
    expect((await told()).slice(2).toSorted()).toEqual(['ana@exemplo.org noticia/11', 'bia@exemplo.org noticia/11']);
  });

  test('answers the same for an address that is known, and sends it nothing', async () => {
    await following('ana@exemplo.org');
    const again = await follow('ana@exemplo.org');
    expect([again.status, again.headers.get('location')]).toEqual([303, '/_novidades/pedido']);
    expect(await sent()).toHaveLength(1);
  });

  test('sends an address five links at most', async () => {
    for (const slug of ['leis', 'decretos', 'portarias', 'dair', 'draa', 'crp']) await follow('ana@exemplo.org', 'documentos', slug);
    expect(await sent()).toHaveLength(5);
  });

  test('counts a link that is sent again', async () => {
    for (let hour = 0; hour < 7; hour += 1) {
      await follow('ana@exemplo.org', 'documentos', 'leis');
      await round();
      await project.database.script(`update novidades.assinatura set pedida_em = pedida_em - interval '2 hours'`);
    }
    const links = await sent();
    expect(links).toHaveLength(5);
    // Mailboxes show one message of a name.
    expect(new Set(links.map((source) => /^Message-ID: (.+)$/im.exec(source)?.[1])).size).toBe(5);
  });

  test('forgets an address that does not exist, and one that was not confirmed in two days', async () => {
    await follow('ninguem@exemplo.org');
    await sent();
    expect(await rowsOf('novidades.assinatura')).toBe(0);
    await follow('ana@exemplo.org');
    await sent();
    await project.database.script(`update novidades.assinatura set pedida_em = now() - interval '3 days'`);
    await emailSubscriptionFunctions(project.engine).forget(100);
    expect((await rowsOf('novidades.assinatura')) + (await rowsOf('novidades.assunto'))).toBe(0);
  });

  test.each([
    [{ email: 'ana', assunto: 'noticias', valor: '' }, 422],
    [{ email: 'ana@exemplo.org', assunto: 'documentos', valor: 'nada' }, 400],
    [{ email: 'ana@exemplo.org', assunto: 'busca', valor: 'de a o' }, 400],
    [{ email: 'ana@exemplo.org', assunto: 'tudo', valor: '' }, 400],
  ])('refuses %o', async (form, status) => {
    expect((await post('/_novidades', form)).status).toBe(status);
    expect(await rowsOf('novidades.assinatura')).toBe(0);
  });

  test('is confirmed by the button of its page in a browser, which tells no address of that page, in no field and no log', async () => {
    await follow('ana@exemplo.org');
    const link = linkIn((await sent())[0], 'confirmar');
    const policy = (await fetch(site.origin + link)).headers.get('referrer-policy');
    expect((await post(link, {}, { Origin: originUnder(policy) })).status).toBe(200);
    expect(policy).toBe('strict-origin');
  });

  test('does nothing for a link that the site has not made', async () => {
    for (const path of [`/_novidades/sair/1-${'0'.repeat(32)}`, '/_novidades/confirmar/x']) {
      expect((await fetch(site.origin + path)).status).toBe(404);
      expect((await post(path, {})).status).toBe(404);
    }
  });
});
