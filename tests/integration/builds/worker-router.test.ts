/** The service worker as browsers fetch it: of the running build, or one that removes itself. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type ErrorRequestHandler, type Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkerRouter } from '../../../server/builds/worker-router.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'trabalhador-'));
  await mkdir(path.join(root, 'dist/worker'), { recursive: true });
  await writeFile(path.join(root, 'dist/worker/trabalhador.js'), 'precache("__BUILD_ID__")');
});
afterAll(() => rm(root, { recursive: true }));

const site = (isOn: boolean): Express => express().use(createWorkerRouter({ root, build: 'abc123', isOn }));

test('the worker carries the id of the running build and its own policy, and browsers look for it anew', async () => {
  const { status, headers, text } = await request(site(true)).get('/trabalhador.js');
  expect([status, text]).toEqual([200, 'precache("abc123")']);
  expect(headers['content-type']).toMatch(/^text\/javascript/);
  expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'; connect-src 'self'");
  expect(headers['cache-control']).toMatch(/max-age=1\b/);
});

test('a file that could not be read is read again at the next request', async () => {
  const [file, away] = [path.join(root, 'dist/worker/trabalhador.js'), path.join(root, 'away.js')];
  const app = site(true).use(((_error, _req, res, _next) => void res.status(500).end()) satisfies ErrorRequestHandler);
  await rename(file, away);
  expect((await request(app).get('/trabalhador.js')).status).toBe(500);
  await rename(away, file);
  expect((await request(app).get('/trabalhador.js')).status).toBe(200);
});

test('switched off it removes what was kept and itself', async () => {
  const { status, text } = await request(site(false)).get('/trabalhador.js');
  expect(status).toBe(200);
  const removed: string[] = [];
  const waits: Promise<unknown>[] = [];
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>();
  const self = {
    addEventListener: (name: string, listener: (event: { waitUntil: (work: Promise<unknown>) => void }) => void) =>
      listeners.set(name, listener),
    registration: { unregister: async () => removed.push('the worker') },
  };
  const caches = { keys: async () => ['paginas-lidas', 'partes'], delete: async (name: string) => removed.push(name) };
  // oxlint-disable-next-line no-implied-eval -- runs what the browser would run
  new Function('self', 'caches', text)(self, caches);
  listeners.get('activate')?.({ waitUntil: (work) => void waits.push(work) });
  await Promise.all(waits);
  expect(removed).toEqual(['paginas-lidas', 'partes', 'the worker']);
});
