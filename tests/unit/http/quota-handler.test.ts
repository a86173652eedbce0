import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { type AdmitRequest, type Refuse, refusalCode, withinQuota } from '../../../server/http/quota-handler.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

/** A quota that admits, and notes when its work has ended. */
function admitting() {
  const released: string[] = [];
  const admit: AdmitRequest = async ({ url }) => ({ kind: 'admitted', release: () => void released.push(url ?? '') });
  return { released, admit };
}

const appOf = (handler: RequestHandler, work: RequestHandler = (_req, res) => void res.end('done')) =>
  express().use(handler, work, errorHandler(SILENT_LOG));

describe('work within a quota', () => {
  it('runs when it is admitted, and ends with its response', async () => {
    const { released, admit } = admitting();
    const during: number[] = [];
    const app = appOf(withinQuota(admit), (_req, res) => {
      during.push(released.length);
      res.end('done');
    });
    expect((await request(app).post('/a')).text).toBe('done');
    await expect.poll(() => released).toEqual(['/a']);
    expect(during).toEqual([0]);
  });

  it('does not run when its client has left while it waited, and leaves its place to another', async () => {
    const { released, admit } = admitting();
    let ran = 0;
    const leaving: RequestHandler = (_req, res, next) => {
      res.destroy();
      next();
    };
    const app = express().use(leaving, withinQuota(admit), () => void (ran += 1));
    await expect(request(app).post('/a')).rejects.toThrow('socket hang up');
    await expect.poll(() => released).toEqual(['/a']);
    expect(ran).toBe(0);
  });

  it.each([
    [{ kind: 'refused', because: 'client' }, 429, 'TOO_MANY_REQUESTS'],
    [{ kind: 'refused', because: 'overload' }, 503, 'OVERLOADED'],
    [{ kind: 'repeat' }, 429, 'TOO_MANY_REQUESTS'],
  ] as const)('is refused for %j', async (turn, status, code) => {
    const response = await request(appOf(withinQuota(async () => turn))).post('/a');
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(refusalCode(turn)).toBe(code);
  });

  it('may be refused in a form of its own', async () => {
    const refuse: Refuse = (_req, res, code) => void res.status(429).end(`form: ${code}`);
    const app = appOf(withinQuota(() => ({ kind: 'refused', because: 'client' }), refuse));
    expect((await request(app).post('/a')).text).toBe('form: TOO_MANY_REQUESTS');
  });
});
