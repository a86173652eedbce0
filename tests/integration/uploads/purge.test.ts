/** A file that is replaced or deleted leaves the caches of every replica: the edge, the kept descriptions, and the pictures made of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pageStateOf } from '../../../client/site-state/page-state.ts';
import type { ContentBackend, StoredFile } from '../../../server/backend/backend.ts';
import { createEmbeddedBackend } from '../../../server/backend/embedded/backend.ts';
import { createEdge, type Edge, type Purge } from '../../../server/edge/index.ts';
import { createFileRouters } from '../../../server/files/routers.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { createSiteTarget } from '../../../server/http/site-target.ts';
import { createImages } from '../../../server/images/images.ts';
import { createGroupedCache } from '../../../server/memory/grouped-cache.ts';
import { purgeOnChange } from '../../../server/purge/purge-on-change.ts';
import { isFileWrite } from '../../../shared/files/file-url.ts';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';
import { migratedPostgres, putMigratedDatabase } from '../../support/embedded/migrated-database.ts';
import { listening } from '../../support/listening.ts';
import { IMAGE_SERVICE } from '../../support/pictures/image-service.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { editor, SECRET } from './upload-server.ts';

interface Replica {
  readonly origin: string;
  readonly backend: ContentBackend;
  /** Groups that were hidden from pictures. */
  readonly hidden: string[];
  close(): Promise<void>;
}

async function startReplica(databaseUrl: string | undefined): Promise<Replica> {
  const folder = await mkdtemp(path.join(tmpdir(), 'replica-'));
  const log = SILENT_LOG;
  const backend = await createEmbeddedBackend({
    dataDirectory: folder,
    databaseUrl,
    demonstration: false,
    log,
    putEmptyDatabase: putMigratedDatabase,
  });
  const known = createGroupedCache<StoredFile>({ maxBytes: 1_000_000, freshForMs: 300_000, boundary: () => undefined });
  const disk = { directory: path.join(folder, 'derivatives'), bytes: 10_000_000 };
  const images = createImages({ ...IMAGE_SERVICE, log, backend, files: known, publicDirectory: folder, disk });
  const identify = createIdentify({ adminSecrets: [SECRET], verifier: backend.auth.verifier, siteOrigin: 'http://localhost' });
  const doors = createFileRouters({ backend, identify, siteUrl: 'http://localhost', dataDirectory: folder, version: 'um', log });
  const app = express().use(requestContext(log), ...doors, images.router, errorHandler(log));
  const edge = createEdge({
    origin: app,
    targetOf: createSiteTarget({ routes: [], imageTarget: createImageTarget({ avif: true }) }),
    varyInKey: ['accept'],
    exclude: ({ method, url = '' }) => isFileWrite(method, url),
    encoding: {},
  });
  const hidden: string[] = [];
  const purge = purges(edge, known, images, hidden);
  const siteState = { current: () => EMPTY_SITE_STATE, onRefresh: () => () => undefined };
  const purging = purgeOnChange({ backend, siteState, edge: { purge }, routes: [], pageStateOf, log });
  const endpoint = await listening(edge.listener);
  return {
    origin: endpoint.origin,
    backend,
    hidden,
    async close() {
      purging.close();
      await endpoint.close();
      await images.close();
      await backend.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What the site does at each purge (server/cache-in-front.ts). */
function purges(
  edge: Edge,
  known: { purge(groups: readonly string[] | 'all'): void },
  images: { hide(groups: readonly string[] | 'all'): void },
  hidden: string[],
): (what: Purge) => void {
  return (what) => {
    known.purge(what.kind === 'groups' ? what.groups : 'all');
    edge.purge(what);
    if (what.mode !== 'hard' || what.kind !== 'groups') return;
    hidden.push(...what.groups);
    images.hide(what.groups);
  };
}

/** Resolves when a replica has purged what the next change of a file reaches. */
function nextPurge({ backend }: Replica): Promise<void> {
  return new Promise((resolve) => {
    const stop = backend.onChange(() => {
      stop();
      resolve();
    });
  });
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
}

async function get(address: string): Promise<{ readonly status: number; readonly bytes: Buffer; readonly isHit: boolean }> {
  const answer = await fetch(address, { headers: { Accept: 'image/webp' } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, bytes, isHit: /;\s*hit/.test(answer.headers.get('cache-status') ?? '') };
}

async function colourOf(bytes: Buffer): Promise<readonly number[]> {
  const { dominant } = await sharp(bytes).stats();
  return [dominant.r, dominant.g, dominant.b];
}

describe.each([
  ['one process with PGlite', 1],
  ['two replicas on Postgres', 2],
] as const)('on %s', (_name, count) => {
  test('the old bytes and the pictures made of them are gone with the change', async () => {
    const postgres = count === 2 ? await migratedPostgres() : undefined;
    const replicas: Replica[] = [];
    for (let number = 0; number < count; number += 1) replicas.push(await startReplica(postgres?.connectionString));
    const [first] = replicas as [Replica, ...Replica[]];
    try {
      const send = async (method: string, address: string, bytes: Buffer): Promise<{ readonly id: string }> => {
        const form = new FormData();
        if (method === 'POST') form.append('bucket-id', 'publico');
        form.append(method === 'POST' ? 'file[]' : 'file', new File([Uint8Array.from(bytes)], 'a.png', { type: 'image/png' }));
        const answer = await fetch(first.origin + address, { method, headers: editor(), body: form });
        const body = (await answer.json()) as { readonly id: string; readonly processedFiles?: readonly [{ readonly id: string }] };
        return body.processedFiles?.[0] ?? body;
      };
      const old = await picture('#ff0000');
      const { id } = await send('POST', '/v1/files', old);
      const addresses = replicas.map(({ origin }) => ({
        file: `${origin}/nhostprovider/${id}`,
        made: `${origin}/_image?url=/nhostprovider/${id}&w=320&q=75`,
      }));
      for (const { file, made } of addresses) {
        for (const isHit of [false, true]) {
          expect(await get(file)).toEqual({ status: 200, bytes: old, isHit });
          const answer = await get(made);
          expect([answer.status, answer.isHit]).toEqual([200, isHit]);
          expect((await colourOf(answer.bytes))[0]).toBeGreaterThan(200);
        }
      }
      const replaced = Promise.all(replicas.map(nextPurge));
      const next = await picture('#0000ff');
      await send('PUT', `/v1/files/${id}`, next);
      await replaced;
      for (const { file, made } of addresses) {
        expect(await get(file)).toEqual({ status: 200, bytes: next, isHit: false });
        const answer = await get(made);
        expect([answer.status, answer.isHit]).toEqual([200, false]);
        expect((await colourOf(answer.bytes))[2]).toBeGreaterThan(200);
      }
      for (const { hidden } of replicas) expect(hidden).toContain(`files:${id}`);
      const deleted = Promise.all(replicas.map(nextPurge));
      expect((await fetch(`${first.origin}/v1/files/${id}`, { method: 'DELETE', headers: editor() })).status).toBe(204);
      await deleted;
      for (const { file, made } of addresses) expect([(await get(file)).status, (await get(made)).status]).toEqual([404, 404]);
    } finally {
      await Promise.all(replicas.map((replica) => replica.close()));
      await postgres?.stop();
    }
  }, 180_000);
});
