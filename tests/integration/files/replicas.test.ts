/** Two servers on one Postgres, each with a data directory of its own, as replicas in containers are. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ContentBackend } from '../../../server/backend/backend.ts';
import { createEmbeddedBackend } from '../../../server/backend/embedded/backend.ts';
import type { FilesPlace } from '../../../server/backend/embedded/storage/file-storage.ts';
import { createFilesRouter } from '../../../server/files/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { createImages } from '../../../server/images/images.ts';
import { type DemonstrationProject, demonstrationProject } from '../../support/embedded/demonstration-project.ts';
import { listening } from '../../support/listening.ts';
import { IMAGE_SERVICE } from '../../support/pictures/image-service.ts';
import { postgresForTests, type TestPostgres } from '../../support/postgres.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const PICTURE = '11111111-0000-4000-8000-000000000001';
const DOCUMENT = '11111111-0000-4000-8000-000000000002';
/** More than one piece of whatever store is behind. */
const DOCUMENT_BYTES = 3_000_000;

const loaderWith = (picture: Buffer): string => `
const picture = Buffer.from('${picture.toString('base64')}', 'base64');
const bytes = Buffer.alloc(${DOCUMENT_BYTES}).map((_, n) => n % 251);
export async function loadDemonstration({ database, files }) {
  await files.put({ id: '${PICTURE}', name: 'foto.jpg', mimeType: 'image/jpeg', bytes: picture });
  await files.put({ id: '${DOCUMENT}', name: 'ata.pdf', mimeType: 'application/pdf', bytes });
  for (const [n, id] of ['${PICTURE}', '${DOCUMENT}'].entries())
    await database.query('insert into aviso (id, titulo, visivel, arquivo_id) values ($1, $2, true, $3)', [n, 'Aviso ' + n, id]);
}`;

interface Replica {
  readonly backend: ContentBackend;
  readonly origin: string;
  close(): Promise<void>;
}

let folder: string;
let project: DemonstrationProject;
let server: TestPostgres;
let bucket: S3Server | undefined;
const replicas: Replica[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'replicas-'));
  project = await demonstrationProject();
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#225577' } })
    .jpeg()
    .toBuffer();
  await writeFile(path.join(project.directory, 'demo', 'load.ts'), loaderWith(picture));
  server = await postgresForTests();
}, 120_000);
afterEach(async () => {
  await Promise.all(replicas.splice(0).map((replica) => replica.close()));
  await bucket?.close();
  bucket = undefined;
  await server.stop();
  await project.remove();
  await rm(folder, { recursive: true, force: true });
});

async function startReplica(name: string, files: FilesPlace | undefined): Promise<Replica> {
  const backend = await createEmbeddedBackend({
    dataDirectory: path.join(folder, name),
    databaseUrl: server.connectionString,
    files,
    projectDirectory: project.directory,
    demonstration: true,
    log: SILENT_LOG,
  });
  const images = createImages({ ...IMAGE_SERVICE, backend, publicDirectory: folder });
  const app = express().use(requestContext(SILENT_LOG));
  app.use(createFilesRouter({ backend }), images.router, errorHandler(SILENT_LOG));
  const endpoint = await listening(app);
  const replica = {
    backend,
    origin: endpoint.origin,
    async close() {
      await endpoint.close();
      await images.close();
      await backend.close();
    },
  };
  replicas.push(replica);
  return replica;
}

/** Each place of the files that replicas can share. */
const PLACES = {
  'the database, which is the default': () => Promise.resolve(undefined),
  async 'a directory'() {
    await mkdir(path.join(folder, 'comum'));
    return { kind: 'directory', path: path.join(folder, 'comum') } as const;
  },
  async 'a bucket'() {
    bucket = await startS3Server();
    return { kind: 's3', ...bucket } as const;
  },
} satisfies Record<string, () => Promise<FilesPlace | undefined>>;

it.each(Object.entries(PLACES))(
  'a replica serves the files and pictures that another one stored in %s',
  async (_name, placeOf) => {
    const place = await placeOf();
    const first = await startReplica('a', place);
    const second = await startReplica('b', place);
    for (const { origin } of [first, second]) {
      const whole = await fetch(`${origin}/nhostprovider/${DOCUMENT}`);
      expect(whole.status).toBe(200);
      const bytes = Buffer.from(await whole.arrayBuffer());
      expect(bytes).toHaveLength(DOCUMENT_BYTES);
      expect(bytes.every((byte, n) => byte === n % 251)).toBe(true);
      const part = await fetch(`${origin}/v1/files/${DOCUMENT}`, { headers: { Range: 'bytes=1048570-1048585' } });
      expect(part.status).toBe(206);
      expect([...new Uint8Array(await part.arrayBuffer())]).toEqual(Array.from({ length: 16 }, (_, n) => (1_048_570 + n) % 251));
      const picture = await fetch(`${origin}/_image?url=/nhostprovider/${PICTURE}&w=640&q=75`, { headers: { Accept: 'image/webp' } });
      expect(picture.status).toBe(200);
      expect(picture.headers.get('Content-Type')).toBe('image/webp');
    }
    for (const { backend } of [first, second, first]) {
      expect(await backend.health(5_000)).toMatchObject([
        { name: 'database', ok: true },
        { name: 'storage', ok: true },
        { name: 'clock', ok: true },
      ]);
    }
  },
  120_000,
);

it('replicas whose directories are not one say so, when a mount is lost while they run', async () => {
  const mounts = [path.join(folder, 'a-comum'), path.join(folder, 'b-comum')] as const;
  await mkdir(path.join(folder, 'comum'));
  for (const mount of mounts) await symlink(path.join(folder, 'comum'), mount);
  const first = await startReplica('a', { kind: 'directory', path: mounts[0] });
  const second = await startReplica('b', { kind: 'directory', path: mounts[1] });
  for (const { backend } of [first, second]) expect(await backend.health(5_000)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
  await rm(mounts[1]);
  await mkdir(mounts[1]);
  const [, storage] = await second.backend.health(5_000);
  expect(storage).toMatchObject({ name: 'storage', ok: false, fault: 'not-shared', optional: true });
}, 120_000);
