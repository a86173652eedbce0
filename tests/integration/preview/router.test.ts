import express from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import type { Identity } from '../../../server/backend/auth/identity.ts';
import { type Caller, type ContentBackend, type GraphqlAnswer, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { toAppError } from '../../../server/http/error-handler.ts';
import { createPreviewRouter, type PreviewedPage } from '../../../server/preview/router.ts';
import { type Admission, UNLIMITED } from '../../../shared/cache/admission.ts';
import { NEW_KEY, PREVIEW_PATH } from '../../../shared/routes/url.ts';

const EDITOR: Caller = { role: 'editor', trust: 'signed-in', session: {} };
const MUTATION = { query: 'mutation { row: insert_noticia_one(object: {}) { id } }', variables: {} };
const PAGE: PreviewedPage = { kind: 'page', render: async () => Buffer.from('<!DOCTYPE html><h1>Ainda não</h1>') };

interface Site {
  readonly identity?: Identity;
  readonly saved?: GraphqlAnswer;
  readonly page?: PreviewedPage;
  readonly admission?: Admission;
  readonly canDryRun?: boolean;
}

function site({
  identity = { kind: 'caller', caller: EDITOR },
  saved = { kind: 'data', json: '{"row":{"id":7}}' },
  page = PAGE,
  admission = UNLIMITED,
  canDryRun = true,
}: Site) {
  const events: string[] = [];
  const execute: ContentBackend['execute'] = async (_request, { caller }) => {
    events.push(`mutation as ${caller.role}`);
    return saved;
  };
  const dryRun: ContentBackend['dryRun'] = async (work) => {
    events.push('begin');
    const result = await work(execute);
    events.push('undo');
    return result;
  };
  const preview = async (path: string): Promise<PreviewedPage> => {
    events.push(`read ${path}`);
    return page.kind === 'page' ? { ...page, render: () => (events.push('render'), page.render()) } : page;
  };
  const app = express();
  app.use(createPreviewRouter({ dryRun: canDryRun ? dryRun : undefined, identify: async () => identity, admit: () => admission, preview }));
  app.use(((error, _req, res, _next) => {
    res.status(toAppError(error).status).end();
  }) satisfies express.ErrorRequestHandler);
  const post = (body: object | string) => supertest(app).post(PREVIEW_PATH).type('json').send(body);
  return { events, post };
}

describe('POST /admin/app/previa', () => {
  it('runs the mutation as the caller, reads the page of the new row, undoes it, and renders after that', async () => {
    const { events, post } = site({});
    const answer = await post({ caminho: `/informacoes/noticias/${NEW_KEY}`, mutacao: MUTATION, chave: 'id' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Ainda não');
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(events).toEqual(['begin', 'mutation as editor', 'read /informacoes/noticias/7', 'undo', 'render']);
  });

  it('shows the page as it is without a mutation', async () => {
    const { events, post } = site({});
    expect((await post({ caminho: '/lai', mutacao: null, chave: 'id' })).status).toBe(200);
    expect(events).toEqual(['begin', 'read /lai', 'undo', 'render']);
  });

  it.each([
    ['nobody', { kind: 'caller', caller: PUBLIC_CALLER } as const, 401],
    // What it reads of a citizen is recorded by the mutation that reads it, and a preview undoes the record.
    ['who answers citizens', { kind: 'caller', caller: { role: 'ouvidor', trust: 'signed-in', session: {} } } as const, 403],
    [
      'another site',
      { kind: 'refused', status: 403, error: { message: 'm', extensions: { path: '$', code: 'access-denied' } } } as const,
      403,
    ],
    [
      'an expired token',
      { kind: 'refused', status: 401, error: { message: 'm', extensions: { path: '$', code: 'invalid-jwt' } } } as const,
      401,
    ],
  ])('refuses %s before its body is read', async (_name, identity, status) => {
    const { events, post } = site({ identity });
    expect((await post('no JSON')).status).toBe(status);
    expect(events).toEqual([]);
  });

  it('answers 429 without reading the body of a client that has used its share', async () => {
    const { events, post } = site({ admission: { kind: 'refused', because: 'client' } });
    expect((await post('no JSON')).status).toBe(429);
    expect(events).toEqual([]);
  });

  it('passes the refusal of the mutation on and reads no page', async () => {
    const errors = [{ message: 'check constraint', extensions: { path: '$', code: 'permission-error' } }];
    const { events, post } = site({ saved: { kind: 'errors', errors } });
    const answer = await post({ caminho: '/lai', mutacao: MUTATION, chave: 'id' });
    expect([answer.status, answer.body]).toEqual([422, { errors }]);
    expect(events).toEqual(['begin', 'mutation as editor', 'undo']);
  });

  it('says so where the public would find no page', async () => {
    const { post } = site({ page: { kind: 'absent', message: 'Página não foi encontrada.' } });
    const answer = await post({ caminho: '/x', mutacao: null, chave: 'id' });
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([422, 'not-public']);
  });

  it.each(['//evil.example/', 'https://evil.example/', '/x?y=1', '/a\\b', ''])('refuses the path %j', async (caminho) => {
    const { events, post } = site({});
    expect((await post({ caminho, mutacao: null, chave: 'id' })).status).toBe(400);
    expect(events).toEqual([]);
  });

  it('says that it cannot where the backend holds no transaction', async () => {
    const { post } = site({ canDryRun: false });
    expect((await post({ caminho: '/lai', mutacao: null, chave: 'id' })).status).toBe(501);
  });
});
