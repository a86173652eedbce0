/** Hostile and awkward requests for files, by the answers that they must get, whichever storage is behind the door. */
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentBackend } from '../../../server/backend/backend.ts';
import { type Answer, ask, askRaw } from './door-client.ts';
import { type FileServer, startFileServer } from './file-server.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const FILE = `/nhostprovider/${ID}`;
const BYTES = Buffer.from(Uint8Array.from({ length: 1_000 }, (_, index) => index % 251));

describe.each(SUBJECTS)('files of $name', ({ open }) => {
  let subject: Subject;
  let door: FileServer;
  const asked: string[] = [];
  beforeAll(async () => {
    subject = await open();
    const backend: Pick<ContentBackend, 'file'> = {
      file: (id, ...more) => {
        asked.push(id);
        return subject.backend.file(id, ...more);
      },
    };
    door = await startFileServer(backend);
    await subject.put(ID, { bytes: BYTES });
  });
  afterAll(async () => {
    await door.close();
    await subject.close();
  });

  describe('addresses that name no file', () => {
    it.each([
      '/nhostprovider',
      '/nhostprovider/',
      '/nhostprovider/1',
      '/nhostprovider/..',
      '/nhostprovider/../v1/graphql',
      '/nhostprovider/%2e%2e',
      '/nhostprovider/%252e%252e',
      '/nhostprovider/..%2fv1%2fgraphql',
      '/nhostprovider/..%5c..%5cv1',
      `${FILE}%00`,
      `/nhostprovider/%c0%ae%c0%ae/${ID}`,
      '/nhostprovider/%',
      `${FILE};v=1`,
      `/nhostprovider//${ID}`,
      `${FILE}/presignedurl`,
      `${FILE}/presignedurl/contents?X-Amz-Expires=30`,
      `${FILE}/../../v1/graphql`,
      `/v1/files/${ID}/../../graphql`,
      `/nhostprovider/${'a'.repeat(10_000)}`,
      `/nhostprovider/%7B${ID}%7D`,
      `/nhostprovider/{${ID}}`,
      `/nhostprovider/%20${ID}%20`,
      `/nhostprovider/${ID.replaceAll('-', '')}`,
      `/nhostprovider/urn:uuid:${ID}`,
      `/nhostprovider/${ID.replace('0', '%30')}`,
    ])('are not found, and nobody is asked: %.60s', async (path) => {
      asked.length = 0;
      const answer = await askRaw(door.port, `GET ${path} HTTP/1.1`);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).toMatch(/^cache-control: private, no-store\r$/im);
      expect(answer).not.toContain('presigned');
      expect(asked).toEqual([]);
    });

    it.each(['GET http://evil.example/nhostprovider/x HTTP/1.1', `GET ${FILE} x HTTP/1.1`])(
      'nor do request lines like %s',
      async (line) => {
        asked.length = 0;
        expect(await askRaw(door.port, line)).toMatch(/^HTTP\/1\.1 40[04] /);
        expect(asked).toEqual([]);
      },
    );
  });

  describe('one file', () => {
    it('has one address: capitals are sent there, in relative words, whatever the Host', async () => {
      asked.length = 0;
      const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
      const answer = await ask(door.port, `/nhostprovider/${ID.toUpperCase()}?w=1`, { headers });
      expect([answer.status, answer.headers['location']]).toEqual([308, FILE]);
      expect(asked).toEqual([]);
    });

    it('is the same under any query, and any Host', async () => {
      for (const query of ['?_=1', '?w=100&h=100&q=1', '?f=webp', '?a=1&a=2', '?b=2&a=1', '?', '?%']) {
        const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' };
        const answer = await ask(door.port, FILE + query, { headers });
        expect([query, answer.status, answer.body.equals(BYTES)]).toEqual([query, 200, true]);
      }
    });

    it('shows nothing of the storage but what it is', async () => {
      const { headers } = await ask(door.port, FILE);
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
      ]);
      expect(headers['cache-groups']).toBe(`"arquivo:${ID}", "files:${ID}", "files"`);
    });

    it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('cannot be asked with %s', async (method) => {
      asked.length = 0;
      const answer = await ask(door.port, FILE, { method });
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
      expect(asked).toEqual([]);
    });

    it('answers HEAD as GET, without its bytes', async () => {
      const [head, get] = [await ask(door.port, FILE, { method: 'HEAD' }), await ask(door.port, FILE)];
      const { date: _headDate, ...headFields } = head.headers;
      const { date: _getDate, ...getFields } = get.headers;
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(headFields).toEqual(getFields);
    });
  });

  describe('ranges', () => {
    const whole = { status: 200, contentRange: undefined, body: BYTES };
    const part = (start: number, end: number): object => ({
      status: 206,
      contentRange: `bytes ${start}-${end}/1000`,
      body: BYTES.subarray(start, end + 1),
    });
    const none = { status: 416, contentRange: 'bytes */1000', body: Buffer.alloc(0) };

    it.each<[string, object]>([
      ['bytes=0-', part(0, 999)],
      ['bytes=0-0', part(0, 0)],
      ['bytes=-500', part(500, 999)],
      ['bytes=-5000', part(0, 999)],
      ['bytes=999-', part(999, 999)],
      ['bytes=10-19', part(10, 19)],
      ['BYTES=10-19', part(10, 19)],
      ['bytes= 10-19 ', part(10, 19)],
      ['bytes=10-99999999', part(10, 999)],
      ['bytes=0-99,50-149', part(0, 149)],
      ['bytes=5-2', whole],
      ['bytes=abc', whole],
      ['bytes=', whole],
      ['bytes=--1', whole],
      ['items=0-1', whole],
      ['bytes=0-1;q=1', whole],
      [`bytes=${'0-9,'.repeat(1_000)}0-9`, whole],
      [`bytes=${Array.from({ length: 60 }, (_, n) => `${n * 10}-${n * 10}`).join(',')}`, whole],
      ['bytes=99999-', none],
      ['bytes=1000-', none],
      ['bytes=-0', none],
      [`bytes=${'9'.repeat(400)}-`, none],
    ])('%.40s', async (range, expected) => {
      const { status, headers, body, isWhole } = await ask(door.port, FILE, { headers: { Range: range } });
      expect({ status, contentRange: headers['content-range'], body }).toEqual(expected);
      expect([isWhole, headers['content-length']]).toEqual([true, String(body.length)]);
    });

    it('that lie apart come in parts', async () => {
      const { status, headers, body } = await ask(door.port, FILE, { headers: { Range: 'bytes=0-0,-1' } });
      expect([status, headers['content-length']]).toEqual([206, String(body.length)]);
      const text = body.toString('latin1');
      expect(text.match(/Content-Range: bytes [0-9/-]+/g)).toEqual(['Content-Range: bytes 0-0/1000', 'Content-Range: bytes 999-999/1000']);
      expect(text).toContain(`\r\n\r\n${String.fromCharCode(999 % 251)}\r\n--`);
    });

    it('count for nothing on HEAD', async () => {
      const { status, headers } = await ask(door.port, FILE, { method: 'HEAD', headers: { Range: 'bytes=0-9' } });
      expect([status, headers['content-length'], headers['content-range']]).toEqual([200, '1000', undefined]);
    });

    it('count only while If-Range names what is there', async () => {
      const { etag = '', 'last-modified': modified = '' } = (await ask(door.port, FILE)).headers;
      const table: [string, number][] = [
        [etag, 206],
        [modified, 206],
        [`W/${etag}`, 200],
        ['"outra"', 200],
        [`${etag}, "outra"`, 200],
        ['Tue, 10 Mar 2020 12:00:00 GMT', 200],
        ['2026-03-10 12:00:00.586273 +0000 +0000', 200],
        ['*', 200],
      ];
      // A change of this very second cannot be told from the next by its date (RFC 9110 §8.8.2.2).
      const isRecent = Date.now() - Date.parse(modified) < 2_000;
      for (const [field, status] of table) {
        if (field === modified && isRecent) continue;
        const answer = await ask(door.port, FILE, { headers: { Range: 'bytes=0-9', 'If-Range': field } });
        expect([field, answer.status]).toEqual([field, status]);
      }
    });
  });

  describe('conditions', () => {
    it('are read by RFC 9110, not by the storage', async () => {
      const { etag = '', 'last-modified': modified = '' } = (await ask(door.port, FILE)).headers;
      expect(new Date(modified).toUTCString()).toBe(modified);
      const table: [Record<string, string>, number][] = [
        [{ 'If-None-Match': etag }, 304],
        [{ 'If-None-Match': `W/${etag}` }, 304],
        [{ 'If-None-Match': `"a,b", W/"c" , ${etag}` }, 304],
        [{ 'If-None-Match': '*' }, 304],
        [{ 'If-None-Match': etag.replaceAll('"', '') }, 200],
        [{ 'If-None-Match': '"outra"' }, 200],
        [{ 'If-None-Match': '' }, 200],
        [{ 'If-None-Match': '"outra"', 'If-Modified-Since': modified }, 200],
        [{ 'If-Modified-Since': modified }, 304],
        [{ 'If-Modified-Since': 'Invalid Date' }, 200],
        [{ 'If-Modified-Since': '2026-03-10 12:00:00.586273 +0000 +0000' }, 200],
        [{ 'If-Modified-Since': 'Tue, 10 Mar 2020 12:00:00 GMT' }, 200],
        [{ 'If-None-Match': etag, Range: 'bytes=0-0' }, 304],
        [{ 'If-Match': etag }, 200],
        [{ 'If-Match': `W/${etag}` }, 412],
        [{ 'If-Match': '"outra"' }, 412],
        [{ 'If-Match': '*', Range: 'bytes=0-0' }, 206],
        [{ 'If-Unmodified-Since': modified }, 200],
        [{ 'If-Unmodified-Since': 'Tue, 10 Mar 2020 12:00:00 GMT' }, 412],
        [{ 'If-Unmodified-Since': 'ontem' }, 200],
      ];
      for (const [headers, status] of table) {
        const answer = await ask(door.port, FILE, { headers });
        expect([headers, answer.status]).toEqual([headers, status]);
        if (status !== 304) continue;
        expect(answer.headers).toMatchObject({ etag, 'last-modified': modified, 'x-content-type-options': 'nosniff' });
        expect(answer.headers).not.toHaveProperty('content-security-policy');
        expect(answer.headers['cache-control']).toContain('max-age');
      }
    });
  });

  describe('names and types', () => {
    const SANDBOX = "default-src 'none'; sandbox";
    const answerTo = async (name: string, mimeType: string): Promise<Readonly<Record<string, string>>> => {
      await subject.put(OTHER, { bytes: BYTES, name, mimeType });
      return (await ask(door.port, `/nhostprovider/${OTHER}`)).headers;
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

    it('a name of 4 KB is cut, and keeps its extension', async () => {
      const headers = await answerTo(`${'a'.repeat(4_096)}.pdf`, 'application/pdf');
      expect(headers['content-disposition']).toBe(`inline; filename="${'a'.repeat(116)}.pdf"`);
    });
  });

  describe('a file', () => {
    const path = `/nhostprovider/${OTHER}`;

    it('of no bytes is whole at once', async () => {
      await subject.put(OTHER, { bytes: Buffer.alloc(0) });
      const [get, head] = [await ask(door.port, path), await ask(door.port, path, { method: 'HEAD' })];
      expect([get.status, get.headers['content-length'], get.isWhole]).toEqual([200, '0', true]);
      expect([head.status, head.headers['content-length']]).toEqual([200, '0']);
      const ranged = await ask(door.port, path, { headers: { Range: 'bytes=0-' } });
      expect([ranged.status, ranged.headers['content-range']]).toEqual([416, 'bytes */0']);
    });

    it.each(['hide', 'unfinish', 'remove'] as const)('is not found after %s, and that is not kept', async (change) => {
      await subject.put(OTHER, { bytes: BYTES });
      await subject[change](OTHER);
      for (const headers of [{}, { Range: 'bytes=0-0' }, { 'If-None-Match': '*' }]) {
        const answer = await ask(door.port, path, { headers });
        expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'private, no-store']);
        expect(answer.body.toString()).toContain('FILE_NOT_FOUND');
      }
      await subject.put(OTHER, { bytes: BYTES });
      expect((await ask(door.port, path)).status).toBe(200);
    });

    it('that is replaced has another tag, and the old one no longer counts', async () => {
      await subject.put(OTHER, { bytes: BYTES });
      const before = await ask(door.port, path);
      await subject.put(OTHER, { bytes: Buffer.from('novo') });
      const answer = await ask(door.port, path, { headers: { 'If-None-Match': before.headers['etag'] ?? '' } });
      expect([answer.status, answer.body.toString()]).toEqual([200, 'novo']);
      expect(answer.headers['etag']).not.toBe(before.headers['etag']);
      const rest = await ask(door.port, path, { headers: { Range: 'bytes=2-', 'If-Range': before.headers['etag'] ?? '' } });
      expect([rest.status, rest.body.toString()]).toEqual([200, 'novo']);
    });
  });

  describe('through the cache of the site', () => {
    let front: FileServer;
    const events = new EventEmitter();
    /** Asks for a file that is not kept. Its last byte may be here before it is kept, so that is waited for. */
    const fill = async (path: string): Promise<Answer> => {
      const stored = once(events, 'stored');
      const answer = await ask(front.port, path);
      await stored;
      return answer;
    };
    beforeAll(async () => {
      front = await startFileServer(subject.backend, { edge: ({ kind }) => kind === 'stored' && events.emit(kind) });
    });
    afterAll(() => front.close());
    const path = `/nhostprovider/${OTHER}`;
    const purge = (group: string): void => front.edge?.purge({ kind: 'groups', groups: [group], mode: 'hard' });

    it('a file is kept once, whatever query or spelling it is asked by', async () => {
      await subject.put(OTHER, { bytes: BYTES });
      const before = front.edge?.stats().entries ?? 0;
      for (let n = 0; n < 20; n += 1) expect((await ask(front.port, `${path}?_=${n}&w=${n}`)).status).toBe(200);
      for (let n = 0; n < 20; n += 1) await ask(front.port, `/nhostprovider/${OTHER.toUpperCase()}?_=${n}`);
      expect(front.edge?.stats().entries).toBe(before + 1);
    });

    it('a range is cut from what is kept', async () => {
      await subject.put(OTHER, { bytes: BYTES });
      purge(`files:${OTHER}`);
      await fill(path);
      const answer = await ask(front.port, path, { headers: { Range: 'bytes=10-19' } });
      expect([answer.status, answer.headers['content-range']]).toEqual([206, 'bytes 10-19/1000']);
      expect(answer.headers['cache-status']).toMatch(/^edge; hit/);
      expect(answer.body).toEqual(BYTES.subarray(10, 20));
    });

    it('what is removed or replaced is so after a purge of its group', async () => {
      await subject.put(OTHER, { bytes: BYTES });
      purge(`files:${OTHER}`);
      await fill(path);
      await subject.put(OTHER, { bytes: Buffer.from('novo') });
      expect((await ask(front.port, path)).body).toEqual(BYTES);
      purge(`files:${OTHER}`);
      expect((await fill(path)).body.toString()).toBe('novo');
      await subject.remove(OTHER);
      purge(`arquivo:${OTHER}`);
      const gone = await ask(front.port, path);
      expect([gone.status, gone.headers['cache-status']]).toEqual([404, expect.not.stringContaining('stored')]);
    });
  });
});

it('a response is not begun before the file is known to be there', async () => {
  const begun: boolean[] = [];
  const door = await startFileServer(
    { file: () => Promise.reject(new Error('perdido')) },
    { onResponse: (res: ServerResponse) => res.once('close', () => begun.push(res.statusCode === 200)) },
  );
  expect((await ask(door.port, FILE)).status).toBe(503);
  await door.close();
  expect(begun).toEqual([false]);
});
