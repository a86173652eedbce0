/** Visitors whose token verifies: the origin answers each of them, and its answer goes to no other visitor. */
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import type { Origin } from '../../../server/edge/index.ts';
import { authorizationOf } from '../../../server/http/token.ts';
import { namesDebugToken } from '../../../server/operations/server-timing.ts';
import { type SiteWorld, startSite } from './site-world.ts';

const PAGE = '/institucional/diretoria-executiva';
const FILE = '/v1/files/0f3a2d4e-1111-4222-8333-444455556666';

/** Says who it believes is there, in a response that any cache may store. */
const origin: Origin = (req, res) => {
  res.setHeader('CDN-Cache-Control', 'max-age=60');
  res.setHeader('Cache-Control', 'no-cache');
  res.end(authorizationOf(req.headers) ?? 'ninguém');
};

const verified: string[] = [];
const isSignedIn = (headers: IncomingHttpHeaders): Promise<boolean> => {
  const authorization = authorizationOf(headers) ?? '';
  verified.push(authorization);
  return Promise.resolve(authorization === 'Bearer boa');
};
const COOKIE = { Cookie: 'tema=escuro; apollo:default.token=boa' };
const HEADER = { Authorization: 'Bearer boa' };

async function startedSite(): Promise<SiteWorld> {
  verified.length = 0;
  return startSite(origin, { isSignedIn });
}

test.each([COOKIE, HEADER])('requests with %j get the page of the origin and never a stored one', async (headers) => {
  await using site = await startedSite();
  expect((await site.get(PAGE)).body).toBe('ninguém');
  for (const count of [2, 3]) {
    const answer = await site.get(PAGE, { headers });
    expect([answer.body, answer.headers['cache-control'], site.asked.length]).toEqual(['Bearer boa', 'private, no-store', count]);
    expect(answer.headers['cache-status']).toMatch(/^edge; fwd=bypass(?!.*stored)/);
  }
  expect(await site.get(PAGE)).toMatchObject({ body: 'ninguém', headers: { 'cache-status': expect.stringMatching(/^edge; hit/) } });
});

test('a request with the token of the operator gets the cost of the response, and later requests do not', async () => {
  const timed: Origin = (req, res, exchange) => {
    res.setHeader('Server-Timing', 'total;dur=1');
    return origin(req, res, exchange);
  };
  const token = 'um-token-de-teste-longo';
  await using site = await startSite(timed, { isSignedIn: (headers) => Promise.resolve(namesDebugToken(headers, token)) });
  const costs = await site.get(PAGE, { headers: { 'X-Debug-Token': token } });
  expect(costs.headers).toMatchObject({ 'server-timing': 'total;dur=1', 'cache-control': 'private, no-store' });
  await site.get(PAGE);
  for (const headers of [{}, { 'X-Debug-Token': 'outro-token-de-teste-longo' }]) {
    const stored = await site.get(PAGE, { headers });
    expect([stored.headers['cache-status'], stored.headers['server-timing']]).toEqual([expect.stringMatching(/^edge; hit/), undefined]);
  }
  expect(site.asked).toHaveLength(2);
});

test('signed-in requests do not fill the store', async () => {
  await using site = await startedSite();
  await site.get(PAGE, { headers: COOKIE });
  expect((await site.get(PAGE)).body).toBe('ninguém');
  expect(site.asked).toHaveLength(2);
});

test('a signed-in request does not join the exchange of another, and no other request joins its own', async () => {
  const held = Promise.withResolvers<void>();
  const slow: Origin = async (req, res, exchange) => {
    await held.promise;
    await origin(req, res, exchange);
  };
  await using site = await startSite(slow, { isSignedIn });
  const asks = [{}, COOKIE, COOKIE, {}].map((headers) => site.open(PAGE, { headers }).answer);
  await expect.poll(() => site.asked.length).toBe(3);
  held.resolve();
  expect((await Promise.all(asks)).map(({ body }) => body)).toEqual(['ninguém', 'Bearer boa', 'Bearer boa', 'ninguém']);
});

test('share what depends on no visitor', async () => {
  await using site = await startedSite();
  for (const path of [
    '/assets/a-1234.js',
    '/_icon/lucide.json?icons=house',
    '/_tema/0123456789abcdef.css',
    '/_estado/0123456789abcdef.json',
  ]) {
    verified.length = 0;
    await site.get(path, { headers: COOKIE });
    expect(await site.get(path, { headers: COOKIE })).toMatchObject({
      body: 'ninguém',
      headers: { 'cache-status': expect.stringMatching(/^edge; hit/) },
    });
    expect(verified).toEqual([]);
  }
});

test('get pictures of the origin, which fill no store and come from none', async () => {
  await using site = await startedSite();
  const picture = '/_image?url=%2Fnhostprovider%2F0f3a2d4e-1111-4222-8333-444455556666&w=320';
  expect((await site.get(picture, { headers: COOKIE })).body).toBe('Bearer boa');
  expect((await site.get(picture)).body).toBe('ninguém');
  expect(await site.get(picture, { headers: COOKIE })).toMatchObject({
    body: 'Bearer boa',
    headers: { 'cache-control': 'private, no-store', 'cache-status': expect.stringMatching(/^edge; fwd=bypass(?!.*stored)/) },
  });
  expect(await site.get(picture)).toMatchObject({ body: 'ninguém', headers: { 'cache-status': expect.stringMatching(/^edge; hit/) } });
});

test('requests on a page with an expired token are anonymous', async () => {
  await using site = await startedSite();
  const headers = { Cookie: 'apollo:default.token=velha' };
  expect(await site.get(PAGE, { headers })).toMatchObject({ body: 'ninguém' });
  expect(await site.get(PAGE, { headers })).toMatchObject({ headers: { 'cache-status': expect.stringMatching(/^edge; hit/) } });
  expect(site.asked).toHaveLength(1);
});

test('a program that asks for a file with an expired token is told so by the origin; a cookie with one counts as the public', async () => {
  await using site = await startedSite();
  expect((await site.get(FILE, { headers: { Authorization: 'Bearer velha' } })).body).toBe('Bearer velha');
  expect((await site.get(FILE, { headers: { Cookie: 'apollo:default.token=velha' } })).body).toBe('ninguém');
});

test('signed-in requests are not answered before the parser of Node, and others are', async () => {
  await using site = await startedSite();
  await site.get(PAGE);
  const direct = (...fields: readonly string[]) =>
    site.edge.storedAnswer({ method: 'GET', url: PAGE, rawHeaders: ['Host', 'localhost', ...fields], hasContent: false }, 5_000);
  expect(direct()).not.toBeNull();
  expect(direct('Cookie', 'tema=escuro')).not.toBeNull();
  expect(direct('cOOKIE', COOKIE.Cookie)).toBeNull();
  expect(direct('AUTHORIZATION', HEADER.Authorization)).toBeNull();
});
