/** Who may read a file: the caller of the token decides, and no cache keeps what the public may not read. */
import { Readable } from 'node:stream';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedKeys } from '../../../server/backend/auth/token-keys.ts';
import { createTokenVerifier } from '../../../server/backend/auth/token-verifier.ts';
import type { Caller, StoredFile } from '../../../server/backend/backend.ts';
import { createFilesRouter } from '../../../server/files/router.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { accessToken, NOW, TEST_KEY } from '../../support/access-tokens.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const DRAFT = '33333333-0000-4000-8000-000000000002';
const PUBLISHED = '33333333-0000-4000-8000-000000000003';
const EXPIRED = { payload: { exp: NOW / 1_000 - 60 } };

const file = (id: string): StoredFile => ({
  id,
  name: 'a.txt',
  mimeType: 'text/plain',
  size: 3,
  etag: '"e"',
  updatedAt: null,
  open: () => Readable.from(['abc']),
});

/** The public may read the published file, an editor the draft too. */
const backend = {
  file: (id: string, { role }: Caller): Promise<StoredFile | null> =>
    Promise.resolve(id === PUBLISHED || role === 'editor' ? file(id) : null),
};

let site: Listening;
beforeAll(async () => {
  const verifier = createTokenVerifier({ keys: fixedKeys(TEST_KEY), now: () => NOW });
  const app = express();
  app.use(requestContext(SILENT_LOG));
  app.use(
    createFilesRouter({ backend, identify: createIdentify({ adminSecrets: [], verifier, siteOrigin: 'https://www.instituto.example' }) }),
  );
  app.use(errorHandler(SILENT_LOG));
  site = await listening(app);
});
afterAll(() => site.close());

async function read(id: string, headers: Record<string, string> = {}): Promise<readonly [number, string | null]> {
  const answer = await fetch(`${site.origin}/v1/files/${id}`, { headers });
  return [answer.status, answer.headers.get('cache-control')];
}

const bearer = async (parts = {}) => ({ authorization: `Bearer ${await accessToken(parts)}` });
const cookie = async (parts = {}) => ({ cookie: `apollo:default.token=${await accessToken(parts)}` });

test.each([bearer, cookie])('an editor reads a draft, and no cache keeps it (%#)', async (credentials) => {
  expect(await read(DRAFT)).toEqual([404, 'private, no-store']);
  expect(await read(DRAFT, await credentials())).toEqual([200, 'private, no-store']);
  expect(await read(DRAFT, { ...(await credentials()), 'x-hasura-role': 'me' })).toEqual([404, 'private, no-store']);
  expect(await read(PUBLISHED, await credentials())).toEqual([200, 'private, no-store']);
});

test('a program whose token has expired is told so, for a published file too', async () => {
  for (const id of [DRAFT, PUBLISHED]) expect((await read(id, await bearer(EXPIRED)))[0]).toBe(401);
});

test('a visitor whose cookie has expired reads what the public reads', async () => {
  expect((await read(DRAFT, await cookie(EXPIRED)))[0]).toBe(404);
  const [status, cacheControl] = await read(PUBLISHED, await cookie(EXPIRED));
  expect([status, cacheControl]).toEqual([200, (await read(PUBLISHED))[1]]);
  expect(cacheControl).not.toContain('private');
});
