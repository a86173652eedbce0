/** The built site on a hosted backend: `npm run backend` in a process of its own, behind a network that fails. */
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEW_KEY } from '../../shared/routes/url.ts';
import { writeDueCases } from '../support/cases/due-cases.ts';
import { caseForms, openCase, readReceipt, submit } from '../support/cases/forms.ts';
import { staffCases } from '../support/cases/staff-of-cases.ts';
import { type FaultyProxy, faultyProxy } from '../support/faulty-proxy.ts';
import { startLoadedSite } from '../support/loaded-site.ts';
import { type RunningSite, startSite } from '../support/site.ts';
import { unpublishedPicture } from '../support/unpublished-picture.ts';

const ADMIN_SECRET = 'um-segredo-do-conteudo';
const HOOK_SECRET = 'um-segredo-de-gancho';
const JWT_SECRET = JSON.stringify({ type: 'HS256', key: 'uma-chave-de-teste-com-mais-de-32-letras' });
const PERSON = { email: 'ana@instituto.example', password: 'uma senha de teste' };

const NEWS = '/informacoes/noticia/61';

/** Pages that nothing else asks for. */
const UNREAD = { reset: '/informacoes/noticia/3', unavailable: '/informacoes/noticia/4', truncate: '/informacoes/noticia/5' };

let backend: RunningSite;
let network: FaultyProxy;
let site: RunningSite;

beforeAll(async () => {
  backend = await startLoadedSite({
    script: 'server/backend-alone.ts',
    prepare: writeDueCases,
    environment: { GRAPHQL_ADMIN_SECRET: ADMIN_SECRET, JWT_SECRET },
  });
  const passwordHash = await hash(PERSON.password);
  await graphql(`mutation { updateUsers(
    where: { roles: { role: { _eq: "administrador" } } },
    _set: { email: "${PERSON.email}", passwordHash: "${passwordHash}" }
  ) { affected_rows } }`);
  network = await faultyProxy(backend.url);
  site = await startSite({
    environment: {
      GRAPHQL_URL: `${network.origin}/v1/graphql`,
      STORAGE_URL: `${network.origin}/v1`,
      AUTH_URL: `${network.origin}/v1/auth`,
      GRAPHQL_ADMIN_SECRET: ADMIN_SECRET,
      CASES_KEY: Buffer.alloc(32, 7).toString('base64'),
      NHOST_WEBHOOK_SECRET: HOOK_SECRET,
      JWT_SECRET,
      DEMO_CONTENT: 'auto',
    },
  });
}, 240_000);
afterAll(async () => {
  await site.stop();
  await network.close();
  await backend.stop();
});

interface Page {
  readonly status: number;
  readonly text: string;
  /** How the edge answered (RFC 9211). */
  readonly from: string;
}

async function open(path: string, headers: Record<string, string> = {}): Promise<Page> {
  const answer = await fetch(site.url + path, { headers: { Accept: 'text/html', ...headers } });
  return { status: answer.status, text: await answer.text(), from: answer.headers.get('cache-status') ?? '' };
}

async function graphql(query: string): Promise<unknown> {
  const answer = await fetch(`${backend.url}/v1/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-hasura-admin-secret': ADMIN_SECRET },
    body: JSON.stringify({ query }),
  });
  const body = (await answer.json()) as { readonly errors?: unknown };
  expect(body.errors).toBeUndefined();
  return body;
}

const rename = (title: string): Promise<unknown> =>
  graphql(`mutation { update_noticia_by_pk(pk_columns: { id: 61 }, _set: { titulo: ${JSON.stringify(title)} }) { id } }`);

/** Delivers an event as Hasura does; returns the status of its answer. */
async function deliver(id: string = randomUUID()): Promise<number> {
  const body = {
    id,
    created_at: new Date().toISOString(),
    table: { schema: 'public', name: 'noticia' },
    trigger: { name: 'invalida_cache_noticia' },
    event: { op: 'UPDATE', data: { old: { id: 61 }, new: { id: 61 } }, session_variables: null },
    delivery_info: { current_retry: 0, max_retries: 3 },
  };
  const headers = { 'Content-Type': 'application/json', 'x-webhook-secret': HOOK_SECRET };
  const answer = await fetch(`${site.url}/_hooks/hasura`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.status;
}

/** Waits until the edge has stored the page. */
async function stored(path: string): Promise<Page> {
  await expect.poll(async () => (await open(path)).from, { timeout: 20_000 }).toMatch(/^edge; hit/);
  return open(path);
}

const readiness = async (): Promise<unknown> => {
  const answer = await fetch(`${site.url}/health/ready`);
  return [answer.status, ((await answer.json()) as { readonly status: string }).status];
};

describe('content', () => {
  test('is read from the hosted backend, files too', async () => {
    for (const path of ['/', '/lai', '/informacoes/noticias', '/lai/documentos/crp', '/busca?q=abono']) {
      const { status, text } = await open(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain('PREVSERENA');
    }
    const { text } = await open('/');
    const [file = ''] = /\/nhostprovider\/[0-9a-f-]{36}/.exec(text) ?? [];
    const answer = await fetch(site.url + file);
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
    expect((await open('/nao/existe')).status).toBe(404);
  });

  test('changed content is on the next page after its event, also when earlier events were lost', async () => {
    for (let round = 1; round <= 9; round += 1) {
      await stored(NEWS);
      await rename(`Título da rodada ${round}`);
      // Every third event is lost; the one after it tells of both changes.
      if (round % 3 === 0) {
        await rename(`Título da rodada ${round}, corrigido`);
      }
      expect(await deliver()).toBe(200);
      expect((await open(NEWS)).text).toContain(round % 3 === 0 ? `Título da rodada ${round}, corrigido` : `Título da rodada ${round}`);
    }
  });

  test('other pages stay stored when content changes', async () => {
    await stored('/lai/documentos/crp');
    await rename('Um título que outra página não mostra');
    expect(await deliver()).toBe(200);
    expect((await open('/lai/documentos/crp')).from).toMatch(/^edge; hit/);
  });
});

describe('a network that fails', () => {
  test('costs a reader latency and nothing else', async () => {
    network.latencyMs = 100;
    expect((await open('/informacoes/noticias?ano=2024')).status).toBe(200);
    network.latencyMs = 0;
  });

  test.each(['reset', 'unavailable', 'truncate'] as const)(
    'leaves stored pages as they are, and new ones as an error screen: %s',
    async (fault) => {
      await stored(NEWS);
      network.fault = fault;
      try {
        expect(await open(NEWS)).toMatchObject({ status: 200, from: expect.stringMatching(/^edge; hit/) as string });
        const { status, text } = await open(UNREAD[fault]);
        expect([status >= 500, text.includes('Ops!!!')]).toEqual([true, true]);
        await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, 'degraded']);
        expect(await deliver()).toBe(503);
      } finally {
        network.fault = 'none';
      }
      await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, 'ready']);
      await expect
        .poll(async () => (await open(`/informacoes/noticias?ano=2019&ordem=titulo&q=${fault}`)).status, { timeout: 20_000 })
        .toBe(200);
    },
  );

  test('has a change told when it works again', async () => {
    await stored(NEWS);
    network.fault = 'reset';
    await rename('Um título de quando a rede falhou');
    const id = randomUUID();
    expect(await deliver(id)).toBe(503);
    network.fault = 'none';
    await expect.poll(() => deliver(id), { timeout: 20_000 }).toBe(200);
    expect((await open(NEWS)).text).toContain('Um título de quando a rede falhou');
  });
});

describe('a citizen', () => {
  const count = async (texto: string): Promise<number> => {
    const answer = (await graphql(`{ caso(where: { texto: { _eq: ${JSON.stringify(texto)} } }) { id } }`)) as { data: { caso: unknown[] } };
    return answer.data.caso.length;
  };
  const step = async (protocolo: string, to: string, dados: string): Promise<unknown> => {
    const found = (await graphql(`{ caso(where: { protocolo: { _eq: "${protocolo}" } }) { id } }`)) as { data: { caso: { id: string }[] } };
    return graphql(
      `mutation { tramitar_caso(args: { caso_id: "${found.data.caso[0]?.id ?? ''}", para_situacao: "${to}", dados: ${dados} }) { id } }`,
    );
  };

  test.each(['contato', 'ouvidoria', 'sic'] as const)('writes by the form of %s, once whatever the network does', async (channel) => {
    network.latencyMs = 50;
    for (const fault of ['reset', 'unavailable', 'truncate'] as const) {
      const form = caseForms[channel](`hospedado-${channel}-${fault}`);
      const texto = form.typed['texto'] ?? '';
      const file = channel === 'contato' ? {} : { file: 'tabela.csv' };
      network.fault = fault;
      const failed = await submit(site, form, file);
      network.fault = 'none';
      expect([fault, failed.status, (await failed.text()).includes(texto)]).toEqual([fault, 503, true]);
      // The breaker lets a request through again after its pause.
      let answer = await submit(site, form, file);
      await expect
        .poll(async () => {
          if (answer.status === 503) answer = await submit(site, form, file);
          return answer.status;
        })
        .toBe(303);
      const receipt = await readReceipt(site, answer);
      expect(await readReceipt(site, await submit(site, form, file))).toEqual(receipt);
      expect([fault, await count(texto)]).toEqual([fault, 1]);
    }
    network.latencyMs = 0;
  });

  test('follows the case: complement, answer, appeal and rating', async () => {
    const receipt = await readReceipt(site, await submit(site, caseForms.sic('hospedado-acompanhado'), { file: 'tabela.csv' }));
    const follow = async (to: string, more: Readonly<Record<string, string>> = {}): Promise<readonly [number, string]> => {
      const answer = await openCase(site, { path: `/_casos/${to}`, typed: { ...receipt, ...more } });
      return [answer.status, await answer.text()];
    };
    expect(await follow('acompanhar')).toEqual([200, expect.stringContaining('tabela.csv')]);
    expect((await follow('acompanhar', { codigo: '00000000' }))[0]).toBe(404);
    expect(await follow('complementar', { texto: 'Faltou dizer o ano.' })).toEqual([200, expect.stringContaining('Faltou dizer o ano.')]);
    await step(receipt.protocolo, 'em_tratamento', '{}');
    await step(receipt.protocolo, 'respondido', '{ resposta: "Está na página de contratos.", tipo_resposta: "acesso_concedido" }');
    expect(await follow('acompanhar')).toEqual([200, expect.stringContaining('Está na página de contratos.')]);
    expect((await follow('avaliar', { nota: '4' }))[0]).toBe(200);
    expect((await follow('recorrer', { texto: 'A página não tem o ano.' }))[0]).toBe(200);
    expect((await follow('recorrer', { texto: 'Outra vez.' }))[0]).toBe(422);
    network.fault = 'reset';
    expect((await follow('acompanhar'))[0]).toBe(503);
    network.fault = 'none';
  });
});

describe('the staff', () => {
  staffCases(() => ({ url: site.url, adminSecret: ADMIN_SECRET }));
});

describe('a person', () => {
  const signIn = (password: string, email: string = PERSON.email): Promise<Response> =>
    fetch(`${site.url}/_session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.url },
      body: JSON.stringify({ email, password }),
    });
  /** Sends JSON from a page of the site, with the cookies of a session. */
  const send = (path: string, cookie: string, body: object, options: { readonly method?: string; readonly origin?: string } = {}) =>
    fetch(`${site.url}${path}`, {
      method: options.method ?? 'POST',
      headers: { cookie, Origin: options.origin ?? site.url, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const cookiesOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');

  test('signs in by the hosted service, is who the service says, and signs out', async () => {
    expect((await signIn('outra senha')).status).toBe(401);
    const answer = await signIn(PERSON.password);
    expect(answer.status).toBe(200);
    const cookie = cookiesOf(answer);
    const session = (await (await fetch(`${site.url}/_session`, { headers: { cookie } })).json()) as {
      readonly user: { readonly email: string };
      readonly role: string;
    };
    expect([session.user.email, session.role]).toEqual([PERSON.email, 'administrador']);
    const ended = await fetch(`${site.url}/_session/end`, {
      method: 'POST',
      headers: { cookie, Origin: site.url, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(ended.status).toBe(200);
    const refreshed = await fetch(`${site.url}/_session/refresh`, { method: 'POST', headers: { cookie, Origin: site.url } });
    expect(refreshed.status).toBe(401);
  });

  test('reads and writes with the rights of the token, which is sent on', async () => {
    const cookie = cookiesOf(await signIn(PERSON.password));
    const run = async (query: string): Promise<unknown> => {
      const headers = { cookie, Origin: site.url, 'Content-Type': 'application/json' };
      return (await fetch(`${site.url}/v1/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
    };
    expect(await run('mutation { update_noticia_by_pk(pk_columns: { id: 61 }, _set: { chapeu: "Novo" }) { chapeu } }')).toEqual({
      data: { update_noticia_by_pk: { chapeu: 'Novo' } },
    });
    expect(await run('{ auditoria(where: { tabela: { _eq: "noticia" }, usuario: { _is_null: false } }, limit: 1) { tabela } }')).toEqual({
      data: { auditoria: [{ tabela: 'noticia' }] },
    });
  });

  test('an editor sees a picture that nothing public names, and a visitor does not', async () => {
    const { editor, stranger } = await unpublishedPicture(site.url, cookiesOf(await signIn(PERSON.password)));
    expect(new Set(editor.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 200, cacheControl: 'private, no-store', isShared: false })]),
    );
    expect(stranger.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test('stores, replaces and removes a file in the hosted storage', async () => {
    const headers = { cookie: cookiesOf(await signIn(PERSON.password)), Origin: site.url };
    const form = (field: string, text: string, name: string): FormData => {
      const data = new FormData();
      data.append(field, new Blob([text], { type: 'text/plain' }), name);
      return data;
    };
    const stored = await fetch(`${site.url}/v1/files`, {
      method: 'POST',
      headers,
      body: form('file[]', 'primeiro texto', 'ação "um".txt'),
    });
    expect(stored.status).toBe(201);
    const { processedFiles } = (await stored.json()) as {
      readonly processedFiles: readonly { readonly id: string; readonly name: string }[];
    };
    const [{ id, name } = { id: '', name: '' }] = processedFiles;
    expect(name).toBe('ação "um".txt');
    const read = async (): Promise<unknown> => {
      const answer = await fetch(`${site.url}/v1/files/${id}`, { headers });
      return [answer.status, answer.ok ? await answer.text() : null];
    };
    expect(await read()).toEqual([200, 'primeiro texto']);
    const replaced = await fetch(`${site.url}/v1/files/${id}`, { method: 'PUT', headers, body: form('file', 'segundo texto', 'dois.txt') });
    expect([replaced.status, await read()]).toEqual([200, [200, 'segundo texto']]);
    expect((await fetch(`${site.url}/v1/files/${id}`, { method: 'DELETE', headers })).status).toBe(204);
    expect(await read()).toEqual([404, null]);
    expect((await fetch(`${site.url}/v1/files`, { method: 'POST', body: form('file[]', 'x', 'x.txt') })).status).toBe(403);
  });

  interface Made {
    readonly user: { readonly id: string };
    readonly password: string;
  }
  const makeAccount = async (administrator: string, email: string, role: string): Promise<Made> => {
    const answer = await send('/_session/users', administrator, { email, displayName: 'Caio Sá', role });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Made;
  };

  test('an administrator makes accounts, gives them roles and other passwords, and disables them; other roles cannot', async () => {
    const administrator = cookiesOf(await signIn(PERSON.password));
    const email = 'caio@instituto.example';
    const { user, password } = await makeAccount(administrator, email, 'editor');
    const again = await send('/_session/users', administrator, { email, displayName: 'Outro', role: 'editor' });
    expect([again.status, ((await again.json()) as { readonly error: string }).error]).toEqual([409, 'email-already-in-use']);
    const editor = cookiesOf(await signIn(password, email));
    const roleOf = async (cookie: string): Promise<unknown> =>
      ((await (await fetch(`${site.url}/_session`, { headers: { cookie } })).json()) as { readonly role: unknown }).role;
    expect(await roleOf(editor)).toBe('editor');
    const another = { email: 'd@instituto.example', displayName: 'D', role: 'editor' };
    expect((await send('/_session/users', editor, another)).status).toBe(403);
    expect((await send('/_session/users', '', another)).status).toBe(401);
    // A page of another site has the cookie of who opened it, and no right by it.
    expect((await send('/_session/users', administrator, another, { origin: 'https://outro.example' })).status).toBe(403);

    const renewed = await send(`/_session/users/${user.id}/password`, administrator, {});
    const next = ((await renewed.json()) as { readonly password: string }).password;
    expect([(await signIn(password, email)).status, (await signIn(next, email)).status]).toEqual([401, 200]);
    // The session of the old password is over.
    expect((await fetch(`${site.url}/_session/refresh`, { method: 'POST', headers: { cookie: editor, Origin: site.url } })).status).toBe(
      401,
    );

    const change = (body: object): Promise<Response> => send(`/_session/users/${user.id}`, administrator, body, { method: 'PATCH' });
    expect((await change({ role: 'administrador' })).status).toBe(200);
    expect(await roleOf(cookiesOf(await signIn(next, email)))).toBe('administrador');
    expect((await change({ role: 'ouvidor' })).status).toBe(200);
    expect(await roleOf(cookiesOf(await signIn(next, email)))).toBe('ouvidor');
    expect((await change({ disabled: true })).status).toBe(200);
    expect((await signIn(next, email)).status).toBe(401);
    const unknown = await send(`/_session/users/${randomUUID()}/password`, administrator, {});
    expect(unknown.status).toBe(404);
  });

  const PREVIEW = '/admin/app/previa';
  const updateOf = (titulo: string): object => ({
    query:
      'mutation ($titulo: String!) { update: update_noticia(where: { id: { _eq: 60 } }, _set: { titulo: $titulo }) { affected_rows } }',
    variables: { titulo },
  });
  // Servers tell of statistics seconds after the cases of an earlier test.
  const changes = (): Promise<unknown> =>
    graphql(
      '{ mudanca_aggregate(where: {_not: {aviso: {_contains: {table: "relatorio_estatistico"}}}}) { aggregate { count max { id } } } }',
    );

  test('an editor previews unsaved changes on a published page, and the page of a row that is not there yet', async () => {
    const cookie = cookiesOf(await signIn(PERSON.password));
    const before = await changes();
    const changed = await send(PREVIEW, cookie, {
      caminho: '/informacoes/noticia/60',
      mutacao: updateOf('Um título que ninguém salvou'),
      chave: 'id',
    });
    expect(await changed.text()).toContain('Um título que ninguém salvou');
    expect([changed.status, changed.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    const made = await send(PREVIEW, cookie, {
      caminho: `/informacoes/noticia/${NEW_KEY}`,
      mutacao: {
        query: `mutation { row: insert_noticia_one(object: {
          titulo: "Uma notícia que não existe", slug: "nao-existe", publicado: true, publicado_em: "2026-01-01T00:00:00Z"
        }) { id } }`,
        variables: {},
      },
      chave: 'id',
    });
    expect(await made.text()).toContain('Uma notícia que não existe');
    expect(made.status).toBe(200);
    expect((await open('/informacoes/noticia/60')).text).not.toContain('Um título que ninguém salvou');
    expect(await changes()).toEqual(before);
  });

  test('sees no page of what the role may not write', async () => {
    const { password } = await makeAccount(cookiesOf(await signIn(PERSON.password)), 'duda@instituto.example', 'ouvidor');
    const cookie = cookiesOf(await signIn(password, 'duda@instituto.example'));
    const answer = await send(PREVIEW, cookie, { caminho: '/informacoes/noticia/60', mutacao: updateOf('De quem não edita'), chave: 'id' });
    expect(answer.status).toBe(403);
  });
});
