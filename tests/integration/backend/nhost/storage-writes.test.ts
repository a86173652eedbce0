/** Files that are written to a hosted storage, whose service shares no transaction with the database. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Caller, type FileUpload, type FileWrites, PUBLIC_CALLER, type StoredFile } from '../../../../server/backend/backend.ts';
import { createServiceClient, type ServiceClient } from '../../../../server/backend/nhost/service-client.ts';
import { createStorageWrites } from '../../../../server/backend/nhost/storage-writes.ts';
import { type Listening, listening } from '../../../support/listening.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const EARLIER = '1f8fad5b-d9cb-469f-a165-70867728950e';
const EDITOR: Caller = { ...PUBLIC_CALLER, role: 'editor', trust: 'signed-in', token: 'um-token' };

interface Row {
  readonly name: string;
  readonly text: string;
}

/** The files of the service, by their ids. */
let rows: Map<string, Row>;
let service: Listening;
let client: ServiceClient;
let writes: FileWrites;
/** What the service or the database refuses, or fails at. */
let refuses: 'nothing' | 'replacing' | 'recording' | 'removing';
/** Whether the service has replaced a file and then fails to say so, or fails before. */
let fails: 'before' | 'after' | undefined;
let logged: unknown[];

beforeEach(async () => {
  rows = new Map([[ID, { name: 'lei.txt', text: 'primeiro texto' }]]);
  refuses = 'nothing';
  fails = undefined;
  logged = [];
  service = await listening((req, res) => void answer(req, res).catch(() => res.destroy()));
  client = createServiceClient({ headMs: 5_000, atOnce: 4, service: 'the file storage' });
  writes = createStorageWrites({
    client,
    files: `${service.origin}/v1/files`,
    adminSecret: 'um-segredo-de-teste',
    log: { ...SILENT_LOG, error: (fields) => void logged.push(fields['file']) },
    file: async (id) => {
      const row = rows.get(id);
      return row === undefined ? null : ({ open: () => Readable.from([Buffer.from(row.text)]) } as StoredFile);
    },
    graphql: {
      async execute({ query, variables }) {
        if (query === RECORD.query) {
          const error = { message: 'recusado', extensions: { path: '$', code: 'permission-error' } };
          return refuses === 'recording' ? { kind: 'errors', errors: [error] } : { kind: 'data', json: '{}' };
        }
        const id = String(variables?.['id']);
        const row = rows.get(id);
        const dates = { createdAt: '2026-03-10T12:00:00Z', updatedAt: '2026-03-10T12:00:00Z' };
        const described = {
          id,
          bucketId: 'default',
          etag: `"${row?.text}"`,
          isUploaded: true,
          mimeType: 'text/plain',
          uploadedByUserId: null,
          ...dates,
        };
        const file = row === undefined ? null : { ...described, name: row.name, size: row.text.length, metadata: null };
        return { kind: 'data', json: JSON.stringify({ file }) };
      },
    },
  });
});
afterEach(async () => {
  client.close();
  await service.close();
});

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { method = '', url = '' } = req;
  const id = url.split('/')[3] ?? '';
  if (method === 'DELETE' && refuses === 'removing') {
    res.writeHead(503).end();
    return;
  }
  if (method === 'DELETE') {
    res.writeHead(rows.delete(id) ? 204 : 404).end();
    return;
  }
  const form = await new Response(await buffer(req), { headers: { 'Content-Type': req.headers['content-type'] ?? '' } }).formData();
  const [file, metadata] = [form.get('file[]') ?? form.get('file'), form.get('metadata[]') ?? form.get('metadata')];
  const declared = JSON.parse(typeof metadata === 'string' ? metadata : '{}') as { readonly id?: string; readonly name: string };
  const isRefused = refuses === 'replacing' && method === 'PUT';
  const failure = method === 'PUT' ? fails : undefined;
  if (!isRefused && failure !== 'before')
    rows.set(declared.id ?? id, { name: declared.name, text: file instanceof File ? await file.text() : '' });
  res.writeHead(failure === undefined ? (isRefused ? 403 : 200) : 502).end('{}');
}

const RECORD = { query: 'mutation Registrar { registro }' };
const SECOND: FileUpload = {
  name: 'lei-nova.txt',
  mimeType: 'text/plain',
  metadata: null,
  size: 13,
  open: () => Readable.from([Buffer.from('segundo texto')]),
  record: RECORD,
};

test('a file that is replaced keeps its earlier content under another id', async () => {
  expect(await writes.replace(ID, { ...SECOND, keepAs: EARLIER }, EDITOR)).toMatchObject({
    kind: 'written',
    file: { id: ID, name: 'lei-nova.txt' },
  });
  expect(Object.fromEntries(rows)).toEqual({
    [ID]: { name: 'lei-nova.txt', text: 'segundo texto' },
    [EARLIER]: { name: 'lei.txt', text: 'primeiro texto' },
  });
});

test('a file that is replaced without keeping its earlier content leaves no copy of it', async () => {
  expect(await writes.replace(ID, SECOND, EDITOR)).toMatchObject({ kind: 'written' });
  expect(Object.fromEntries(rows)).toEqual({ [ID]: { name: 'lei-nova.txt', text: 'segundo texto' } });
});

test('a file is replaced also where the copy of its earlier content cannot be removed, which the log names', async () => {
  refuses = 'removing';
  expect(await writes.replace(ID, SECOND, EDITOR)).toMatchObject({ kind: 'written', file: { id: ID, name: 'lei-nova.txt' } });
  expect([logged.length, [...rows.keys()]]).toEqual([1, [ID, ...logged]]);
});

test.each([
  ['replacing', EARLIER],
  ['recording', EARLIER],
  ['replacing', undefined],
  ['recording', undefined],
] as const)('a file keeps its content, and nothing else is left, when %s is refused (%s)', async (what, keepAs) => {
  refuses = what;
  expect(await writes.replace(ID, { ...SECOND, keepAs }, EDITOR)).toMatchObject({
    kind: 'refused',
    error: { extensions: { code: 'permission-error' } },
  });
  expect(Object.fromEntries(rows)).toEqual({ [ID]: { name: 'lei.txt', text: 'primeiro texto' } });
});

test.each([EARLIER, undefined])('nothing else is left where the service fails and has not replaced a file (%s)', async (keepAs) => {
  fails = 'before';
  await expect(writes.replace(ID, { ...SECOND, keepAs }, EDITOR)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
  expect(Object.fromEntries(rows)).toEqual({ [ID]: { name: 'lei.txt', text: 'primeiro texto' } });
});

test('the earlier content stays where the service fails and has replaced a file', async () => {
  fails = 'after';
  await expect(writes.replace(ID, { ...SECOND, keepAs: EARLIER }, EDITOR)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
  expect(rows.get(EARLIER)).toEqual({ name: 'lei.txt', text: 'primeiro texto' });
});
