/** Files that leave the site for those who answer citizens, to clients that read slowly or leave. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import type { Response } from 'express';
import { describe, expect, test } from 'vitest';
import type { Caller, ContentBackend, StoredFile } from '../../../server/backend/backend.ts';
import { sendCaseDownload } from '../../../server/cases/case-download.ts';
import { sendCaseList } from '../../../server/cases/staff/case-list-file.ts';
import { readInboxFilter } from '../../../shared/cases/inbox-filter.ts';

const OMBUDSMAN: Caller = { role: 'ouvidor', trust: 'signed-in', session: {} };

/** A file whose streams are counted. */
function countedFile(open: () => Readable): { readonly file: StoredFile; readonly opened: readonly Readable[]; released: () => number } {
  const opened: Readable[] = [];
  let released = 0;
  return {
    opened,
    released: () => released,
    file: {
      id: 'f',
      name: 'lista.pdf',
      mimeType: 'application/pdf',
      size: 4,
      etag: '"f"',
      updatedAt: null,
      open: () => {
        const stream = open();
        opened.push(stream);
        return stream;
      },
      release: () => {
        released += 1;
      },
    },
  };
}

describe('a file of a case', () => {
  const response = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

  test('is not left open when the client has disconnected before it was found', async () => {
    const res = response();
    res.destroy();
    const { file, opened, released } = countedFile(() => Readable.from(['%PDF']));
    await sendCaseDownload(res, file);
    expect([opened.filter(({ destroyed }) => !destroyed).length, released()]).toEqual([0, 1]);
  });

  test('is closed when the client disconnects while it is sent', async () => {
    const res = response();
    const { file, opened } = countedFile(() => new Readable({ read: () => undefined }));
    const sent = sendCaseDownload(res, file);
    res.destroy();
    await sent;
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});

test('the list as a file waits for a slow client without collecting listeners', async () => {
  const pages = 15;
  let asked = 0;
  const execute: ContentBackend['execute'] = () => {
    asked += 1;
    const rows = Array.from({ length: asked < pages ? 500 : 1 }, (_, index) => ({
      id: `${asked}-${index}`,
      registrado_em: '2026-01-05T00:00:00Z',
      assunto: null,
      unidade: null,
    }));
    return Promise.resolve({ kind: 'data', json: JSON.stringify({ caso: rows }) });
  };
  const most = { close: 0 };
  const slow = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      most.close = Math.max(most.close, slow.listenerCount('close'));
      setImmediate(done);
    },
  });
  const res = Object.assign(slow, { setHeader: () => slow }) as unknown as Response;
  const before = slow.listenerCount('close');
  await sendCaseList(res, readInboxFilter(new URLSearchParams()), OMBUDSMAN, {
    backend: { execute, file: () => Promise.resolve(null) },
    timeZone: () => 'America/Belem',
    now: () => Date.UTC(2026, 0, 5),
  });
  expect([asked, most.close - before]).toEqual([pages, 1]);
});

/** The file of a list of `count` cases, for a client that reads at once. */
async function listOf(count: number): Promise<string> {
  let left = count;
  const execute: ContentBackend['execute'] = () => {
    const rows = Array.from({ length: Math.min(left, 500) }, (_, index) => ({
      id: `${left - index}`,
      registrado_em: '2026-01-05T00:00:00Z',
      assunto: null,
      unidade: null,
    }));
    left -= rows.length;
    return Promise.resolve({ kind: 'data', json: JSON.stringify({ caso: rows }) });
  };
  let text = '';
  const client = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  await sendCaseList(
    Object.assign(client, { setHeader: () => client }) as unknown as Response,
    readInboxFilter(new URLSearchParams()),
    OMBUDSMAN,
    {
      backend: { execute, file: () => Promise.resolve(null) },
      timeZone: () => 'America/Belem',
      now: () => Date.UTC(2026, 0, 5),
    },
  );
  return text;
}

test.each([
  [20_000, 20_000, false],
  [20_001, 20_000, true],
])('the list as a file of %i cases has %i of them and says that it goes on: %s', async (count, rows, goesOn) => {
  const lines = (await listOf(count)).trimEnd().split('\r\n').slice(1);
  expect([lines.filter((line) => line.startsWith(';')).length, lines.some((line) => line.startsWith('A lista continua'))]).toEqual([
    rows,
    goesOn,
  ]);
});
