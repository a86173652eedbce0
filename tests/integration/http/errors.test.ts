import type { RequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { errorHandler, type SendErrorPage, toAppError } from '../../../server/http/error-handler.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../../shared/errors/codes.ts';
import { appOf, type Logged, loggingInto } from './app.ts';

describe('toAppError', () => {
  it.each([
    ['a status of 413', { status: 413 }, 'PAYLOAD_TOO_LARGE'],
    ['a status of 415', { status: 415 }, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a status of 400', { status: 400 }, 'BAD_REQUEST'],
    ['a status of 499', { status: 499 }, 'BAD_REQUEST'],
    ['a status below the errors of the visitor', { status: 399 }, 'INTERNAL'],
    ['a status of the server', { status: 500 }, 'INTERNAL'],
    ['a status in letters', { status: '400' }, 'INTERNAL'],
    ['an error', new Error('fault'), 'INTERNAL'],
    ['null', null, 'INTERNAL'],
    ['a text', 'fault', 'INTERNAL'],
  ])('reads %s', (_case, thrown, code) => {
    const error = toAppError(thrown);
    expect([error.code, error.cause]).toEqual([code, thrown]);
  });

  it('leaves an error of the catalogue as it is', () => {
    const error = new AppError('PAGE_GONE');
    expect(toAppError(error)).toBe(error);
  });
});

/** What a request gets whose router throws `thrown`, and what the log says of it. */
async function refused(thrown: unknown, method: 'get' | 'head' = 'get') {
  const lines: Logged[] = [];
  const app = appOf((_req, res) => {
    for (const name of [
      'Content-Length',
      'Content-Encoding',
      'Content-Range',
      'Content-Disposition',
      'ETag',
      'Last-Modified',
      'Cache-Groups',
    ])
      res.setHeader(name, '1');
    res.setHeader('Cache-Control', 'public, max-age=60');
    throw thrown;
  }, lines);
  const response = await request(app)[method]('/a/12-00112233445566778899aabbccddeeff?q=segredo').set('Accept-Encoding', '');
  return { response, line: lines[0] };
}

describe('an answer to what a router throws', () => {
  it('an error is JSON with the code, the sentence and the request id, and is not stored', async () => {
    const { response } = await refused(new AppError('PAGE_GONE', { detail: 'hidden' }));
    const body = { code: 'PAGE_GONE', message: ERROR_CODES.PAGE_GONE.message, pedido: response.headers['x-request-id'] };
    expect([response.status, response.body]).toEqual([410, body]);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-language': 'pt-BR',
      'content-length': String(Buffer.byteLength(JSON.stringify(body))),
      'cache-control': 'private, no-store',
      'cdn-cache-control': 'no-store',
    });
  });

  it('takes back what the router said of the content it meant to send', async () => {
    const { response } = await refused(new AppError('PAGE_GONE'));
    for (const name of ['content-encoding', 'content-range', 'content-disposition', 'etag', 'last-modified', 'cache-groups'])
      expect(response.headers).not.toHaveProperty(name);
  });

  it('has no content for HEAD, and the length that GET would get (RFC 9110 section 9.3.2)', async () => {
    const { response } = await refused(new AppError('PAGE_GONE'), 'head');
    expect([response.status, response.text]).toEqual([410, undefined]);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(60);
  });

  it.each<[ErrorCode, string | undefined]>([
    ['BACKEND_UNAVAILABLE', '10'],
    ['STARTING', '5'],
    ['TOO_MANY_REQUESTS', '60'],
    ['INTERNAL', undefined],
    ['PAGE_NOT_FOUND', undefined],
  ])('says when to come back after %s: %s', async (code, seconds) => {
    expect((await refused(new AppError(code))).response.headers['retry-after']).toBe(seconds);
  });

  it('tells the visitor nothing of an unknown error, and the log everything but the query and secrets', async () => {
    const fault = new Error('password of the database');
    const { response, line } = await refused(fault);
    expect([response.status, response.body.code]).toEqual([500, 'INTERNAL']);
    expect(response.text).not.toContain('password');
    expect(line).toEqual({
      level: 'error',
      fields: { requestId: response.headers['x-request-id'], path: '/a/[redacted]', code: 'INTERNAL', err: fault },
      message: 'request failed',
    });
  });

  it('logs what the visitor did wrong without raising an alarm', async () => {
    const { response, line } = await refused(new AppError('BAD_REQUEST'));
    expect(line).toMatchObject({
      level: 'debug',
      fields: { requestId: response.headers['x-request-id'], path: '/a/[redacted]', code: 'BAD_REQUEST' },
      message: 'request refused',
    });
  });

  it.each<ErrorCode>(['OVERLOADED', 'UPLOADS_BUSY', 'PACKAGES_BUSY', 'DATABASE_NOT_READY'])(
    'logs what was refused at a limit as a warning, which alerts on faults do not count: %s',
    async (code) => {
      const { response, line } = await refused(new AppError(code));
      expect([response.status, line?.level, line?.message]).toEqual([503, 'warn', 'request refused']);
    },
  );

  it('a person gets the screen of the site for an error, and a program gets JSON', async () => {
    const shown: string[] = [];
    const screen: SendErrorPage = async (_req, res, { code, status }) => {
      shown.push(code);
      res.status(status).end('screen');
    };
    const failing: RequestHandler = () => {
      throw new AppError('PAGE_GONE');
    };
    const app = appOf(failing, [], { errors: errorHandler(loggingInto([]), screen) });
    expect((await request(app).get('/').set('Accept', 'text/html')).text).toBe('screen');
    expect((await request(app).get('/').set('Accept', 'application/json')).body).toMatchObject({ code: 'PAGE_GONE' });
    expect(shown).toEqual(['PAGE_GONE']);
  });

  it('a person gets the plain screen where the site has none, and the answer varies by Accept', async () => {
    const app = appOf((_req, res) => {
      res.vary('Origin');
      throw new AppError('BACKEND_UNAVAILABLE');
    });
    const { status, text, headers } = await request(app).get('/').set('Accept', 'text/html');
    expect([status, headers['content-type'], headers['vary']]).toEqual([
      503,
      'text/html; charset=utf-8',
      'Origin, Accept, Accept-Encoding',
    ]);
    expect(text).toContain(`Código do pedido: ${headers['x-request-id']}`);
  });

  it('leaves the time that a limit has said itself', async () => {
    const app = appOf((_req, res) => {
      res.setHeader('Retry-After', '7');
      throw new AppError('TOO_MANY_REQUESTS');
    });
    expect((await request(app).get('/')).headers['retry-after']).toBe('7');
  });

  it('cuts the connection when the content is under way, and shows no screen', async () => {
    const shown: string[] = [];
    const failing: RequestHandler = (_req, res) => {
      res.setHeader('Content-Length', '10');
      res.write('half');
      throw new Error('fault');
    };
    const app = appOf(failing, [], { errors: errorHandler(loggingInto([]), async (_req, _res, { code }) => void shown.push(code)) });
    await expect(request(app).get('/').set('Accept', 'text/html').timeout(2_000)).rejects.toThrow(/aborted|socket hang up/);
    expect(shown).toEqual([]);
  });
});
