import express from 'express';
import { describe, expect, test } from 'vitest';
import { createHooksRouter } from '../../../server/hooks/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const SECRET = 'um-segredo-de-gancho';

const EVENT = {
  id: '6b7d2f10-9d1a-4b3e-8e65-6e2f0a4f7f11',
  created_at: '2026-11-22T16:00:00.000000',
  table: { schema: 'public', name: 'noticia' },
  trigger: { name: 'invalida_cache_noticia' },
  event: { op: 'UPDATE', data: { old: { id: 1 }, new: { id: 1 } }, session_variables: null, trace_context: null },
  delivery_info: { current_retry: 0, max_retries: 3 },
};

async function hooks(secrets: readonly string[] = [SECRET]) {
  const state = { checks: 0, failing: false };
  const checkChanges = (): Promise<void> => {
    state.checks += 1;
    return state.failing ? Promise.reject(new Error('internal detail')) : Promise.resolve();
  };
  const app = express().use(
    requestContext(SILENT_LOG),
    createHooksRouter({ checkChanges, secrets, log: SILENT_LOG }),
    errorHandler(SILENT_LOG),
  );
  const site = await listening(app);
  const post = async (body: unknown, fields: Record<string, string> = {}, path = '/_hooks/hasura') => {
    const answer = await fetch(site.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-secret': SECRET, ...fields },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  return { ...site, state, post };
}

test('an event has the changes read before it is answered', async () => {
  await using site = await hooks();
  const { status, headers } = await site.post(EVENT);
  expect([status, headers.get('cache-control'), site.state.checks]).toEqual([200, 'private, no-store', 1]);
});

test('an event that is delivered again reads nothing', async () => {
  await using site = await hooks();
  await site.post(EVENT);
  expect((await site.post({ ...EVENT, delivery_info: { current_retry: 1, max_retries: 3 } })).status).toBe(200);
  expect(site.state.checks).toBe(1);
});

test('an event whose changes could not be read is refused, so that it comes again', async () => {
  await using site = await hooks();
  site.state.failing = true;
  const refused = await site.post(EVENT);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(refused.text).not.toContain('internal detail');
  site.state.failing = false;
  expect((await site.post(EVENT)).status).toBe(200);
  expect(site.state.checks).toBe(2);
});

test('while a secret is replaced, callers with the last one and with the next one are both served', async () => {
  await using site = await hooks([SECRET, 'o-proximo-segredo-de-gancho']);
  for (const secret of [SECRET, 'o-proximo-segredo-de-gancho']) {
    expect((await site.post(EVENT, { 'x-webhook-secret': secret })).status).toBe(200);
  }
  expect((await site.post(EVENT, { 'x-webhook-secret': `${SECRET},o-proximo-segredo-de-gancho` })).status).toBe(401);
});

describe('what is no event of the configured backend', () => {
  test.each([
    ['without the secret', EVENT, { 'x-webhook-secret': '' }, 401],
    ['with a secret that begins right', EVENT, { 'x-webhook-secret': `${SECRET}x` }, 401],
    ['with the secret as a token', EVENT, { 'x-webhook-secret': '', authorization: `Bearer ${SECRET}` }, 401],
    ['of another type', EVENT, { 'content-type': 'text/plain' }, 415],
    ['that is no JSON', '{"id":', {}, 400],
    ['without a table', { ...EVENT, table: undefined }, {}, 400],
    ['whose id is no uuid', { ...EVENT, id: '1' }, {}, 400],
    ['that is too large', { ...EVENT, filling: 'x'.repeat(5 * 1024 * 1024) }, {}, 413],
  ])('a request %s is refused and reads nothing', async (_name, body, fields, status) => {
    await using site = await hooks();
    expect((await site.post(body, fields)).status).toBe(status);
    expect(site.state.checks).toBe(0);
  });

  test('other methods and addresses are refused', async () => {
    await using site = await hooks();
    expect((await fetch(`${site.origin}/_hooks/hasura`)).status).toBe(405);
    expect((await site.post(EVENT, {}, '/_hooks/other')).status).toBe(404);
  });
});
