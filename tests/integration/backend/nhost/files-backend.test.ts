import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentBackend, PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { withNhostStorage } from '../../../../server/backend/nhost/backend.ts';
import { createNhostStorage } from '../../../../server/backend/nhost/storage.ts';
import { type NhostStorageServer, remoteFile, startNhostStorage } from '../../../support/nhost/storage.ts';
import { NO_AUTH } from '../../../support/no-auth.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

let remote: NhostStorageServer;
let isClosed: boolean;
let backend: ContentBackend;
beforeEach(async () => {
  isClosed = false;
  remote = await startNhostStorage();
  const own: ContentBackend = {
    kind: 'embedded',
    isDemonstration: () => true,
    allowList: ['{ a }'],
    auth: NO_AUTH,
    execute: () => Promise.resolve({ kind: 'data', json: '{"a":1}' }),
    dryRun: (work) => work(() => Promise.resolve({ kind: 'data', json: '{"a":2}' })),
    subscribe: async function* () {},
    rereadSubscriptions: () => undefined,
    file: () => Promise.reject(new Error('the own storage was asked')),
    onChange: () => () => undefined,
    health: () =>
      Promise.resolve([
        { name: 'database', ok: true, latencyMs: 1 },
        { name: 'storage', ok: false, latencyMs: 1 },
      ]),
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
  backend = withNhostStorage(own, createNhostStorage({ url: remote.url }));
});
afterEach(async () => {
  await backend.close();
  await remote.close();
});

describe('a backend whose files are in a hosted storage', () => {
  it('reads files from the storage and everything else from the wrapped backend', async () => {
    remote.files.set(ID, remoteFile(Buffer.from('abc')));
    expect(await backend.file(ID, PUBLIC_CALLER, { kind: 'range', first: 1, last: 1 })).toMatchObject({ size: 3 });
    expect(remote.asked.map(({ headers }) => headers.range)).toEqual(['bytes=1-1']);
    expect(await backend.execute({ query: '{ a }' }, { caller: PUBLIC_CALLER })).toEqual({ kind: 'data', json: '{"a":1}' });
    const answer = backend.dryRun?.((execute) => execute({ query: '{ a }' }, { caller: PUBLIC_CALLER }));
    expect(await answer).toEqual({ kind: 'data', json: '{"a":2}' });
    expect([backend.kind, backend.isDemonstration(), backend.allowList]).toEqual(['embedded', true, ['{ a }']]);
  });

  it('reports the health of its database and of the hosted storage', async () => {
    expect(await backend.health(1_000)).toMatchObject([
      { name: 'database', ok: true },
      { name: 'storage', ok: true, optional: true },
    ]);
    remote.server.removeAllListeners('request').on('request', (_req, res) => res.writeHead(502).end());
    expect(await backend.health(1_000)).toMatchObject([{ ok: true }, { name: 'storage', ok: false }]);
    remote.server.removeAllListeners('request').on('request', () => undefined);
    expect(await backend.health(60)).toMatchObject([{ ok: true }, { name: 'storage', ok: false }]);
  });

  it('closes the storage and the wrapped backend', async () => {
    await backend.close();
    expect(isClosed).toBe(true);
  });
});
