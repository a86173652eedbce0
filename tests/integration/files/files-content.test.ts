/** Names, types and changes of files, whichever storage is behind the endpoint, and what the cache in front keeps of them. */
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileServer, startFileServer } from './file-server.ts';
import { BYTES, FILE, OTHER, OTHER_FILE, useEndpoint } from './file-storage-under-test.ts';
import { type Answer, ask } from './raw-client.ts';
import { SUBJECTS } from './subjects.ts';

describe.each(SUBJECTS)('the content of files of $name', (kind) => {
  const endpoint = useEndpoint(kind);

  describe('names and types', () => {
    const SANDBOX = "default-src 'none'; sandbox";
    const answerTo = async (name: string, mimeType: string): Promise<Readonly<Record<string, string>>> => {
      await endpoint().subject.put(OTHER, { bytes: BYTES, name, mimeType });
      return (await ask(endpoint().port, OTHER_FILE)).headers;
    };

    it.each([
      'text/html',
      'TEXT/HTML; charset=utf-8',
      'application/xhtml+xml',
      'image/svg+xml',
      'image/svg+xml, text/html',
      'text/xml',
      'application/xml',
      'application/atom+xml',
      'application/mathml+xml',
      'text/javascript',
      'application/javascript',
      'application/json',
      'text/css',
      'application/wasm',
      'application/x-shockwave-flash',
      'multipart/x-mixed-replace',
      'message/rfc822',
      'application/octet-stream',
      'nada',
      '',
    ])('the active or unknown type %j is downloaded, in a sandbox', async (mimeType) => {
      const headers = await answerTo('pagina.html', mimeType);
      expect(headers['content-disposition']).toBe('attachment; filename="pagina.html"');
      expect(headers).toMatchObject({ 'content-security-policy': SANDBOX, 'x-content-type-options': 'nosniff' });
      expect(headers['content-type']).toMatch(/^[a-z]+\/[a-z0-9+.-]+(; charset=utf-8)?$/);
    });

    it.each([
      ['application/pdf', undefined],
      ['video/mp4', undefined],
      ['image/png', SANDBOX],
      ['text/plain', SANDBOX],
    ])('%s is shown', async (mimeType, policy) => {
      const headers = await answerTo('a', mimeType);
      expect([headers['content-disposition'], headers['content-security-policy']]).toEqual(['inline; filename="a"', policy]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-robots-tag']).toBe(mimeType.startsWith('image/') ? undefined : 'noindex');
    });

    it.each([
      [
        'relatório "final" + anexo.pdf',
        `inline; filename="relatorio _final_ + anexo.pdf"; filename*=UTF-8''relat%C3%B3rio%20_final_%20%2B%20anexo.pdf`,
      ],
      ['a\r\nX-Evil: 1\r\n\r\n<script>.pdf', 'inline; filename="a_X-Evil_ 1_script_.pdf"'],
      ['../../etc/passwd', 'inline; filename="_.._etc_passwd"'],
      ['..\\..\\boot.ini', 'inline; filename="_.._boot.ini"'],
      ['fatura\u202efdp.exe', 'inline; filename="fatura_fdp.exe"'],
      ['a\u200f\u2066b.pdf', 'inline; filename="a_b.pdf"'],
      ['100%.pdf', `inline; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
      ["d'água (1).pdf", `inline; filename="d'agua (1).pdf"; filename*=UTF-8''d%27%C3%A1gua%20%281%29.pdf`],
      ['', 'inline; filename="arquivo"'],
      ['...', 'inline; filename="arquivo"'],
      ['日本.pdf', `inline; filename="__.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf`],
    ])('the name %j is sent safely', async (name, field) => {
      const headers = await answerTo(name, 'application/pdf');
      expect(headers['content-disposition']).toBe(field);
      expect(headers).not.toHaveProperty('x-evil');
    });

    it('shortens a name of 4 KB and keeps its extension', async () => {
      const headers = await answerTo(`${'a'.repeat(4_096)}.pdf`, 'application/pdf');
      expect(headers['content-disposition']).toBe(`inline; filename="${'a'.repeat(116)}.pdf"`);
    });
  });

  describe('a file', () => {
    const path = OTHER_FILE;

    it('a file of zero bytes is sent with Content-Length 0', async () => {
      await endpoint().subject.put(OTHER, { bytes: Buffer.alloc(0) });
      const [get, head] = [await ask(endpoint().port, path), await ask(endpoint().port, path, { method: 'HEAD' })];
      expect([get.status, get.headers['content-length'], get.isWhole]).toEqual([200, '0', true]);
      expect([head.status, head.headers['content-length']]).toEqual([200, '0']);
      const ranged = await ask(endpoint().port, path, { headers: { Range: 'bytes=0-' } });
      expect([ranged.status, ranged.headers['content-range']]).toEqual([416, 'bytes */0']);
    });

    it.each(['hide', 'unfinish', 'remove'] as const)('is not found after %s, and the 404 is not stored', async (change) => {
      await endpoint().subject.put(OTHER, { bytes: BYTES });
      await endpoint().subject[change](OTHER);
      for (const headers of [{}, { Range: 'bytes=0-0' }, { 'If-None-Match': '*' }]) {
        const answer = await ask(endpoint().port, path, { headers });
        expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'private, no-store']);
        expect(answer.body.toString()).toContain('FILE_NOT_FOUND');
      }
      await endpoint().subject.put(OTHER, { bytes: BYTES });
      expect((await ask(endpoint().port, path)).status).toBe(200);
    });

    it('gets another entity tag when it is replaced, and the old tag does not match', async () => {
      await endpoint().subject.put(OTHER, { bytes: BYTES });
      const before = await ask(endpoint().port, path);
      await endpoint().subject.put(OTHER, { bytes: Buffer.from('novo') });
      const answer = await ask(endpoint().port, path, { headers: { 'If-None-Match': before.headers['etag'] ?? '' } });
      expect([answer.status, answer.body.toString()]).toEqual([200, 'novo']);
      expect(answer.headers['etag']).not.toBe(before.headers['etag']);
      const rest = await ask(endpoint().port, path, { headers: { Range: 'bytes=2-', 'If-Range': before.headers['etag'] ?? '' } });
      expect([rest.status, rest.body.toString()]).toEqual([200, 'novo']);
    });
  });

  describe('through the cache of the site', () => {
    let front: FileServer;
    let events: EventEmitter;
    /** Asks for a file that is not kept. Its last byte may be here before it is kept, so that is waited for. */
    const fill = async (path: string): Promise<Answer> => {
      const stored = once(events, 'stored');
      const answer = await ask(front.port, path);
      await stored;
      return answer;
    };
    beforeEach(async () => {
      const told = new EventEmitter();
      events = told;
      front = await startFileServer(endpoint().subject.backend, { edge: ({ kind }) => kind === 'stored' && told.emit(kind) });
    });
    afterEach(() => front.close());
    const path = OTHER_FILE;
    const purge = (group: string): void => front.edge?.purge({ kind: 'groups', groups: [group], mode: 'hard' });

    it('a file is stored once for all queries and spellings of its address', async () => {
      await endpoint().subject.put(OTHER, { bytes: BYTES });
      for (let n = 0; n < 20; n += 1) expect((await ask(front.port, `${path}?_=${n}&w=${n}`)).status).toBe(200);
      for (let n = 0; n < 20; n += 1) await ask(front.port, `/nhostprovider/${OTHER.toUpperCase()}?_=${n}`);
      expect(front.edge?.stats().entries).toBe(1);
    });

    it('a range is answered from the stored file', async () => {
      await endpoint().subject.put(OTHER, { bytes: BYTES });
      await fill(path);
      const answer = await ask(front.port, path, { headers: { Range: 'bytes=10-19' } });
      expect([answer.status, answer.headers['content-range']]).toEqual([206, 'bytes 10-19/1000']);
      expect(answer.headers['cache-status']).toMatch(/^edge; hit/);
      expect(answer.body).toEqual(BYTES.subarray(10, 20));
    });

    it('a removed or replaced file is not served after a purge of its group', async () => {
      await endpoint().subject.put(OTHER, { bytes: BYTES });
      await fill(path);
      await endpoint().subject.put(OTHER, { bytes: Buffer.from('novo') });
      expect((await ask(front.port, path)).body).toEqual(BYTES);
      purge(`files:${OTHER}`);
      expect((await fill(path)).body.toString()).toBe('novo');
      await endpoint().subject.remove(OTHER);
      purge(`arquivo:${OTHER}`);
      const gone = await ask(front.port, path);
      expect([gone.status, gone.headers['cache-status']]).toEqual([404, expect.not.stringContaining('stored')]);
    });
  });
});

it('a response starts only after the file was found', async () => {
  const begun: boolean[] = [];
  const endpoint = await startFileServer(
    { file: () => Promise.reject(new Error('perdido')) },
    { onResponse: (res: ServerResponse) => res.once('close', () => begun.push(res.statusCode === 200)) },
  );
  expect((await ask(endpoint.port, FILE)).status).toBe(503);
  await endpoint.close();
  expect(begun).toEqual([false]);
});
