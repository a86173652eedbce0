import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { appOf } from './app.ts';

/** The security fields of all responses, whatever they are. */
const FIELDS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

const ABSENT = ['content-security-policy', 'cross-origin-embedder-policy', 'x-powered-by', 'etag'];

const siteApp = () =>
  appOf((req, res) => {
    if (req.path === '/falha') throw new Error('fault');
    res.end('page');
  });

describe('security fields', () => {
  it.each([
    ['a page', '/', 200],
    ['an unknown address of a machine', '/v1/nada', 404],
    ['a failure', '/falha', 500],
  ])('stand in the answer to %s', async (_case, path, status) => {
    const response = await request(siteApp()).get(path);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ ...FIELDS, 'strict-transport-security': 'max-age=31536000' });
    for (const name of ABSENT) expect(response.headers).not.toHaveProperty(name);
  });

  it('leave HSTS out where the site is served by http (RFC 6797 section 7.2)', async () => {
    const plain = appOf((_req, res) => void res.end('page'), [], { security: securityHeaders({ https: false }) });
    const response = await request(plain).get('/');
    expect(response.headers).toMatchObject(FIELDS);
    for (const name of ['strict-transport-security', ...ABSENT]) expect(response.headers).not.toHaveProperty(name);
  });
});
