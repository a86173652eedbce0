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
  'x-frame-options': 'SAMEORIGIN',
};

const ERROR_POLICY = "default-src 'none'; sandbox; frame-ancestors 'self'";
const ABSENT = [
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'cross-origin-embedder-policy',
  'x-powered-by',
  'etag',
];

const siteApp = () =>
  appOf((req, res) => {
    if (req.path === '/falha') throw new Error('fault');
    res.end('page');
  });

describe('security fields', () => {
  it.each([
    // A page brings a policy of its own.
    ['a page', '/', 200, undefined],
    ['an unknown address of a machine', '/v1/nada', 404, ERROR_POLICY],
    ['a failure', '/falha', 500, ERROR_POLICY],
  ])('stand in the answer to %s', async (_case, path, status, policy) => {
    const response = await request(siteApp()).get(path);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ ...FIELDS, 'strict-transport-security': 'max-age=31536000' });
    expect(response.headers['content-security-policy']).toBe(policy);
    for (const name of ABSENT) expect(response.headers).not.toHaveProperty(name);
  });

  it('leave HSTS out where the site is served by http (RFC 6797 section 7.2)', async () => {
    const plain = appOf((_req, res) => void res.end('page'), [], { security: securityHeaders({ https: false }) });
    const response = await request(plain).get('/');
    expect(response.headers).toMatchObject(FIELDS);
    for (const name of ['strict-transport-security', ...ABSENT]) expect(response.headers).not.toHaveProperty(name);
  });
});
