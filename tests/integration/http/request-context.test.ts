import { once } from 'node:events';
import { connect } from 'node:net';
import type { Response } from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { requestIdOf } from '../../../server/http/request-context.ts';
import { listening } from '../../support/listening.ts';
import { appOf, type Logged } from './app.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const echo = appOf((_req, res) => void res.end(requestIdOf(res)));

describe('the id of a request', () => {
  it.each(['abcdefgh', '0b54a2f0-1f2e-4c3d-9a8b-123456789012', '<abcdefgh>'])(
    'is our own in place of %s, which the client sent',
    async (id) => {
      const response = await request(echo).get('/').set('X-Request-Id', id);
      expect(response.text).toMatch(UUID);
      expect(response.headers['x-request-id']).toBe(response.text);
    },
  );

  it('is another one for each request', async () => {
    const [first, second] = [await request(echo).get('/'), await request(echo).get('/')];
    expect(first.text).toMatch(UUID);
    expect(second.text).not.toBe(first.text);
  });
});

it('a response of another app has no id', () => {
  expect(requestIdOf({ locals: {} } as Response)).toBe('');
});

describe('the log of a request', () => {
  it('has one line without the query, in which a person may have searched for something', async () => {
    const lines: Logged[] = [];
    await using server = await listening(appOf((_req, res) => void res.status(201).end(), lines));
    await (await fetch(`${server.origin}/busca?q=segredo`, { method: 'POST' })).text();
    await expect.poll(() => lines).toHaveLength(1);
    const { ms, ...fields } = lines[0]?.fields ?? {};
    expect(fields).toEqual({
      requestId: expect.stringMatching(UUID) as unknown,
      method: 'POST',
      path: '/busca',
      status: 201,
      aborted: false,
    });
    expect(Number.isInteger(ms) && Number(ms) >= 0 && Number(ms) < 60_000).toBe(true);
    expect(lines[0]).toMatchObject({ level: 'debug', message: 'request' });
  });

  it('says that the visitor left before the end', async () => {
    const lines: Logged[] = [];
    await using server = await listening(appOf((_req, res) => void res.write('half'), lines));
    const visitor = connect(server.port, '127.0.0.1', () => visitor.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    await once(visitor, 'data');
    visitor.destroy();
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]?.fields).toMatchObject({ path: '/', aborted: true });
  });
});
