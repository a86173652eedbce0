import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { securityFields, securityHeaders } from '../../../server/http/security-headers.ts';
import { fieldPairs } from '../../../server/message/field-lines.ts';
import { HSTS, SECURITY_FIELDS } from '../../support/security/security-fields.ts';
import { appOf } from './app.ts';

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
  it('are those of tests/support/security/security-fields.ts, by which all other answers are held', () => {
    const fields = fieldPairs(securityFields({ https: true })).map(([name, value]) => [name.toLowerCase(), value]);
    expect(Object.fromEntries(fields)).toEqual({ ...SECURITY_FIELDS, ...HSTS });
  });

  it.each([
    // A page brings a policy of its own.
    ['a page', '/', 200, undefined],
    ['an unknown address of a machine', '/v1/nada', 404, ERROR_POLICY],
    ['a failure', '/falha', 500, ERROR_POLICY],
  ])('stand in the answer to %s', async (_case, path, status, policy) => {
    const response = await request(siteApp()).get(path);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ ...SECURITY_FIELDS, ...HSTS });
    expect(response.headers['content-security-policy']).toBe(policy);
    for (const name of ABSENT) expect(response.headers).not.toHaveProperty(name);
  });

  it('leave HSTS out where the site is served by http (RFC 6797 section 7.2)', async () => {
    const plain = appOf((_req, res) => void res.end('page'), [], { security: securityHeaders({ https: false }) });
    const response = await request(plain).get('/');
    expect(response.headers).toMatchObject(SECURITY_FIELDS);
    for (const name of ['strict-transport-security', ...ABSENT]) expect(response.headers).not.toHaveProperty(name);
  });
});
