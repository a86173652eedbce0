import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES, PURGE_FAULTS } from '../../../shared/errors/codes.ts';
import { SITE, startPurgeServer, TOKEN } from './purge-server.ts';

const BEARER = { authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('without a configured token', () => {
  it.each([
    ['GET', '/_edge/stats'],
    ['POST', '/_edge/purge'],
    ['DELETE', '/_edge/purge'],
    ['GET', '/_edge/other'],
  ])('answers 404 to %s %s with any credential', async (method, path) => {
    await using site = await startPurgeServer([]);
    for (const headers of [{}, BEARER, { authorization: 'Bearer ' }]) {
      const answer = await site.call(path, { method, headers });
      expect([answer.status, answer.json['code']]).toEqual([404, 'RESOURCE_NOT_FOUND']);
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
  });
});

describe('the bearer token', () => {
  it.each([
    ['no credentials', {}, 'Bearer realm="edge"'],
    ['another scheme', { authorization: `Basic ${btoa(`:${TOKEN}`)}` }, 'Bearer realm="edge"'],
    ['a wrong token', { authorization: 'Bearer outro' }, 'Bearer realm="edge", error="invalid_token"'],
    ['a token that begins right', { authorization: `Bearer ${TOKEN}x` }, 'Bearer realm="edge", error="invalid_token"'],
    ['a token cut short', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 'Bearer realm="edge", error="invalid_token"'],
  ])('is required: %s gets 401', async (_name, headers, challenge) => {
    await using site = await startPurgeServer();
    await site.call('/lai');
    for (const [method, path] of [
      ['GET', '/_edge/stats'],
      ['POST', '/_edge/purge'],
      ['PUT', '/_edge/purge'],
    ] as const) {
      const body = method === 'GET' ? {} : { body: '{"all":true}' };
      const answer = await site.call(path, { method, headers: { ...JSON_TYPE, ...headers }, ...body });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe(challenge);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.json).toMatchObject({
        code: 'UNAUTHORIZED',
        message: ERROR_CODES.UNAUTHORIZED.message,
        pedido: expect.stringMatching(/.{8}/),
      });
    }
    expect((await site.call('/lai')).text).toBe('render 1');
  });

  it('may be the last one or the next one while it is replaced', async () => {
    await using site = await startPurgeServer([TOKEN, 'o-proximo-token-comprido']);
    for (const token of [TOKEN, 'o-proximo-token-comprido']) {
      expect((await site.call('/_edge/stats', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    }
  });

  it('is accepted in any letter case of the scheme', async () => {
    await using site = await startPurgeServer();
    for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
      expect((await site.call('/_edge/stats', { headers: { authorization: `${scheme} ${TOKEN}` } })).status).toBe(200);
    }
  });
});

describe('GET /_edge/stats', () => {
  it('answers the counts of the edge, not to be stored', async () => {
    await using site = await startPurgeServer();
    await site.call('/lai');
    await site.call('/lai');
    const answer = await site.call('/_edge/stats', { headers: BEARER });
    expect(answer.json).toMatchObject({ hits: 1, forwards: 1, stores: 1 });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('cache-status')).toBeNull();
  });

  it('refuses other methods', async () => {
    await using site = await startPurgeServer();
    const answer = await site.call('/_edge/stats', { method: 'POST', headers: BEARER });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('POST /_edge/purge', () => {
  it.each([
    ['an address', { url: '/lai' }, { all: false, urls: ['/lai', '/lai/_payload.json'], groups: [] }],
    ['a full address', { url: `${SITE}/lai` }, { all: false, urls: ['/lai', '/lai/_payload.json'], groups: [] }],
    ['a group', { group: 'noticia' }, { all: false, urls: [], groups: ['noticia'] }],
    ['everything', { all: true }, { all: true, urls: [], groups: [] }],
  ])('purges by %s before it answers, and lists what was purged', async (_name, body, purged) => {
    await using site = await startPurgeServer();
    await site.call('/lai');
    const answer = await site.purge(body);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ purged, mode: 'soft', pedido: answer.headers.get('x-request-id') });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect((await site.call('/lai')).text).toBe('render 2');
  });

  it('leaves stored responses that the request does not name', async () => {
    await using site = await startPurgeServer();
    await site.call('/lai');
    await site.purge({ urls: ['/sic', '/'] });
    await site.purge({ groups: ['documento'] });
    expect((await site.call('/lai')).text).toBe('render 1');
  });

  it('purges an address in any order of its query parameters', async () => {
    await using site = await startPurgeServer();
    await site.call('/informacoes/noticias?pagina=2&q=reforma&utm_source=x');
    await site.purge({ url: '/informacoes/noticias?q=reforma&pagina=2' });
    expect((await site.call('/informacoes/noticias?pagina=2&q=reforma')).text).toBe('render 2');
  });

  it('logs the caller and the purged paths without their queries', async () => {
    await using site = await startPurgeServer();
    const answer = await site.purge({ url: '/informacoes/noticias?q=segredo', mode: 'hard' });
    expect(site.logged).toMatchObject([
      {
        message: 'purged by call',
        fields: {
          requestId: answer.json['pedido'],
          mode: 'hard',
          all: false,
          urls: 2,
          paths: ['/informacoes/noticias', '/informacoes/noticias/_payload.json'],
        },
      },
    ]);
    expect(JSON.stringify(site.logged)).not.toContain('segredo');
    expect(JSON.stringify(site.logged)).not.toContain(TOKEN);
  });

  it.each([
    [
      'a body of another type',
      { 'content-type': 'text/plain' },
      '{"all":true}',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      ERROR_CODES.UNSUPPORTED_MEDIA_TYPE.message,
    ],
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'all=true',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      ERROR_CODES.UNSUPPORTED_MEDIA_TYPE.message,
    ],
    ['broken JSON', JSON_TYPE, '{"all":', 400, 'BAD_JSON', ERROR_CODES.BAD_JSON.message],
    ['a call without target', JSON_TYPE, '{}', 400, 'BAD_PURGE', PURGE_FAULTS.target],
    ['another site', JSON_TYPE, '{"url":"https://outro.exemplo.br/"}', 400, 'BAD_PURGE', PURGE_FAULTS.elsewhere],
    [
      'a body without end',
      JSON_TYPE,
      JSON.stringify({ group: 'a'.repeat(70_000) }),
      413,
      'PAYLOAD_TOO_LARGE',
      ERROR_CODES.PAYLOAD_TOO_LARGE.message,
    ],
  ])('refuses %s', async (_name, type, body, status, code, message) => {
    await using site = await startPurgeServer();
    await site.call('/lai');
    const answer = await site.call('/_edge/purge', { method: 'POST', headers: { ...BEARER, ...type }, body });
    expect([answer.status, answer.json['code']]).toEqual([status, code]);
    expect(answer.json['message']).toBe(message);
    expect((await site.call('/lai')).text).toBe('render 1');
  });

  it('counts the bytes of a compressed body after decompression', async () => {
    await using site = await startPurgeServer();
    const response = await fetch(`${site.origin}/_edge/purge`, {
      method: 'POST',
      headers: { ...BEARER, ...JSON_TYPE, 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(JSON.stringify({ group: 'a'.repeat(1_000_000) }))),
    });
    expect(response.status).toBe(413);
  });

  it('refuses a missing body and other methods', async () => {
    await using site = await startPurgeServer();
    const empty = await site.call('/_edge/purge', { method: 'POST', headers: { ...BEARER, ...JSON_TYPE } });
    expect([empty.status, empty.json['message']]).toEqual([400, PURGE_FAULTS.target]);
    const get = await site.call('/_edge/purge', { headers: BEARER });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('another address below /_edge', () => {
  it('answers 404', async () => {
    await using site = await startPurgeServer();
    const answer = await site.call('/_edge/other', { headers: BEARER });
    expect([answer.status, answer.json['code']]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(site.rendered).toEqual([]);
  });
});
