import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { isPrematureClose, isRead, refuseMethod, sendJson } from '../../../server/http/responses.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

describe('isRead', () => {
  it.each([
    ['GET', true],
    ['HEAD', true],
    ['POST', false],
    ['OPTIONS', false],
    ['get', false],
  ])('says of %s: %s (RFC 9110 section 9.1: methods are case-sensitive)', (method, read) => {
    expect(isRead(method)).toBe(read);
  });
});

describe('isPrematureClose', () => {
  const closed = Object.assign(new Error('closed'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

  it.each([
    ['the error of a stream that ends early', closed, true],
    ['an error without a code', new Error('closed'), false],
    ['an error with another code', Object.assign(new Error('closed'), { code: 'ECONNRESET' }), false],
    ['what is no error', { code: 'ERR_STREAM_PREMATURE_CLOSE' }, false],
  ])('of %s', (_what, error, expected) => {
    expect(isPrematureClose(error)).toBe(expected);
  });
});

describe('refuseMethod', () => {
  const app = () => express().use('/read', refuseMethod()).use('/write', refuseMethod('POST')).use(errorHandler(SILENT_LOG));

  it.each([
    ['/read', 'GET, HEAD'],
    ['/write', 'POST'],
  ])('answers 405 with the methods of %s (RFC 9110 section 15.5.6)', async (path, allowed) => {
    const response = await request(app()).delete(path);
    expect([response.status, response.headers['allow'], response.body.code]).toEqual([405, allowed, 'METHOD_NOT_ALLOWED']);
  });
});

describe('sendJson', () => {
  it.each([
    ['text', '{"a":"é"}'],
    ['bytes', Buffer.from('{"a":"é"}')],
  ])('sends %s with their length in bytes, to HEAD the length alone', async (_case, body) => {
    const app = express().use((_req, res) => sendJson(res, body));
    const fields = { 'content-type': 'application/json; charset=utf-8', 'content-length': '10' };
    const read = await request(app).get('/');
    expect([read.status, read.body]).toEqual([200, { a: 'é' }]);
    expect(read.headers).toMatchObject(fields);
    const head = await request(app).head('/');
    expect(head.headers).toMatchObject(fields);
    expect(head.text).toBeUndefined();
  });
});
