/** Hostile and awkward addresses, methods and fields, whichever storage is behind the endpoint. */
import { describe, expect, it } from 'vitest';
import { BYTES, FILE, ID, useEndpoint } from './file-storage-under-test.ts';
import { HOSTILE_PATHS } from './hostile-paths.ts';
import { ask, askRaw } from './raw-client.ts';
import { SUBJECTS } from './subjects.ts';

describe.each(SUBJECTS)('addresses of files of $name', (kind) => {
  const endpoint = useEndpoint(kind);

  describe('addresses that are not of a file', () => {
    it.each(HOSTILE_PATHS)('attack %i: are not found without a request to the storage: %.60s', async (_attack, path) => {
      endpoint().asked.length = 0;
      const answer = await askRaw(endpoint().port, `GET ${path} HTTP/1.1`);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).toMatch(/^cache-control: private, no-store\r$/im);
      expect(answer).not.toContain('presigned');
      expect(endpoint().asked).toEqual([]);
    });

    it.each(['GET http://evil.example/nhostprovider/x HTTP/1.1', `GET ${FILE} x HTTP/1.1`])(
      'nor do request lines like %s',
      async (line) => {
        endpoint().asked.length = 0;
        expect(await askRaw(endpoint().port, line)).toMatch(/^HTTP\/1\.1 40[04] /);
        expect(endpoint().asked).toEqual([]);
      },
    );
  });

  describe('one file', () => {
    it('has one address: capitals are redirected to it by a relative Location, for any Host', async () => {
      endpoint().asked.length = 0;
      const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
      const answer = await ask(endpoint().port, `/nhostprovider/${ID.toUpperCase()}?w=1`, { headers });
      expect([answer.status, answer.headers['location']]).toEqual([308, FILE]);
      expect(endpoint().asked).toEqual([]);
    });

    it('is the same under any query, and any Host', async () => {
      for (const query of ['?_=1', '?w=100&h=100&q=1', '?f=webp', '?a=1&a=2', '?b=2&a=1', '?', '?%']) {
        const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' };
        const answer = await ask(endpoint().port, FILE + query, { headers });
        expect([query, answer.status, answer.body.equals(BYTES)]).toEqual([query, 200, true]);
      }
    });

    it('has no header fields of the storage', async () => {
      const { headers } = await ask(endpoint().port, FILE);
      expect(Object.keys(headers).sort()).toEqual([
        'accept-ranges',
        'cache-control',
        'cache-groups',
        'cdn-cache-control',
        'connection',
        'content-disposition',
        'content-length',
        'content-type',
        'date',
        'etag',
        'last-modified',
        'x-content-type-options',
        'x-robots-tag',
      ]);
      expect(headers['cache-groups']).toBe(`"arquivo:${ID}", "files:${ID}", "files"`);
    });

    it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('answers 405 to %s', async (method) => {
      endpoint().asked.length = 0;
      const answer = await ask(endpoint().port, FILE, { method });
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
      expect(endpoint().asked).toEqual([]);
    });

    it('answers HEAD as GET, without content', async () => {
      const [head, get] = [await ask(endpoint().port, FILE, { method: 'HEAD' }), await ask(endpoint().port, FILE)];
      const { date: _headDate, ...headFields } = head.headers;
      const { date: _getDate, ...getFields } = get.headers;
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(headFields).toEqual(getFields);
    });
  });
});
