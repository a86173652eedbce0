/** What is done at the endpoint of pictures in more than one step. */
import { rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect } from 'vitest';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { remoteFile } from '../../support/nhost/storage.ts';
import { asking } from '../images/refused-requests.ts';
import { type Answer as HostAnswer, raw, reply } from '../images/remote-host.ts';
import type { NameAnswer } from './endpoints-process.ts';
import { bytesUnder, picturesUnder } from './folder.ts';
import { HOST, PATIENCE, type Scenario, type Stage, verdict } from './stage.ts';

/** A picture of the storage that some of these change. */
const PICTURE_ID = '3d0c2f1a-5b7e-4a86-9f0d-2c1b7a6e5d4c';
const PICTURE_FILE = `/nhostprovider/${PICTURE_ID}`;

/** Allowed names whose addresses change, or never come. */
export const SCENARIO_NAMES: Readonly<Record<string, readonly NameAnswer[]>> = {
  'religada.example': [['127.0.0.2'], ['127.0.0.1']],
  'desviada.example': [['127.0.0.2'], ['127.0.0.1']],
  'perdida.example': ['fails'],
  'muda.example': ['never'],
};

const PRIVATE_FIELDS = ['Cache-Control: private', 'Cache-Control: no-store', 'Set-Cookie: a=b', 'Vary: Cookie', 'Vary: *', 'Vary: Origin'];

const ACCEPTS: readonly (readonly [string | undefined, string])[] = [
  [undefined, 'image/webp'],
  ['*/*', 'image/webp'],
  ['image/*;q=0', 'image/jpeg'],
  ['image/avif,image/webp;q=0.9', 'image/avif'],
  [';;=', 'image/webp'],
];

const CONDITIONS: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"x", W/ETAG' }, 304],
  [{ 'if-none-match': 'unquoted' }, 200],
  [{ 'if-modified-since': 'yesterday' }, 200],
  [{ 'if-match': '"x"' }, 412],
];

const SPOOFED = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example;proto=http' };

export const PICTURE_SCENARIOS: readonly Scenario[] = [
  {
    attack: 11,
    name: 'a name that changes between the check and the connection is connected to where it was checked',
    run: async (stage) => expect(verdict(await stage.picture('http://religada.example/boa.jpg'))).toBe('200'),
  },
  {
    attack: 11,
    name: 'a name that changes before a redirect to it is checked again',
    run: async (stage) => {
      stage.host.on('/desvio.jpg', reply('', ['Location: /boa.jpg'], '302 Found'));
      expect(verdict(await stage.picture('http://desviada.example/desvio.jpg'))).toBe('502 IMAGE_SOURCE_FAILED');
    },
  },
  {
    attack: 11,
    name: 'a name that is not found',
    run: async (stage) => expect(verdict(await stage.picture('http://perdida.example/boa.jpg'))).toBe('502 IMAGE_SOURCE_FAILED'),
  },
  { attack: 11, name: 'a name that is never found', run: neverFound },
  { attack: 12, name: 'four redirects', run: fourRedirects },
  {
    attack: 13,
    name: 'a request of our own',
    run: async (stage) => {
      const answer = await stage.picture(`${HOST}/boa.jpg`, 320, { 'cdn-loop': 'cdn.example; v=1, PORTAL-IMAGENS' });
      expect(verdict(answer)).toBe('400 BAD_IMAGE_URL');
    },
  },
  { attack: 14, name: 'a link in the public folder that leads out of it', run: linkOutside },
  {
    attack: 22,
    name: 'a picture that is called a page',
    run: async (stage) => {
      stage.host.on('/pagina.jpg', reply(stage.jpeg, ['Content-Type: text/html']));
      const { status, headers } = await stage.picture(`${HOST}/pagina.jpg`);
      expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/webp', 'nosniff']);
    },
  },
  ...ACCEPTS.map(([accept, type], index): Scenario => ({ attack: 32, name: `Accept: ${accept}`, run: accepting(accept, type, index) })),
  ...PRIVATE_FIELDS.map((field): Scenario => ({ attack: 34, name: field, run: forOneAlone(field) })),
  { attack: 35, name: 'five hundred who ask for one picture, of whom the first leaves', run: crowd },
  { attack: 36, name: 'a hundred different pictures, of which few fit', run: manyPictures },
  { attack: 36, name: 'more pictures at a time than there are places', run: tooMany },
  ...CONDITIONS.map(([fields, status]): Scenario => ({ attack: 38, name: JSON.stringify(fields), run: conditional(fields, status) })),
  { attack: 46, name: 'a storage that becomes unreachable', run: storageGone },
  { attack: 47, name: 'a clock that jumps by a year', run: clockJump },
  { attack: 47, name: 'made pictures that are damaged, and a folder of them that is removed', run: damagedFolder },
  { attack: 48, name: 'decoders that are killed with a picture in them', run: killedDecoders },
  {
    attack: 49,
    name: 'a host of the visitor',
    run: async (stage) => {
      const target = imageUrl(`${HOST}/boa.jpg`, 320);
      const [plain, spoofed] = [await stage.get(target), await stage.get(target, SPOOFED)];
      expect([spoofed.status, spoofed.headers['etag']]).toEqual([200, plain.headers['etag']]);
    },
  },
  { attack: 50, name: 'a presigned address', run: presigned },
];

async function neverFound(stage: Stage): Promise<void> {
  const [answer] = await stage.runOut([stage.picture('http://muda.example/boa.jpg')]);
  expect(answer === undefined ? '' : verdict(answer)).toBe('504 IMAGE_SOURCE_TIMEOUT');
}

async function fourRedirects(stage: Stage): Promise<void> {
  for (const step of [1, 2, 3, 4]) stage.host.on(`/passo-${step}`, reply('', [`Location: /passo-${step + 1}`], '302 Found'));
  stage.host.on('/passo-5', reply(stage.jpeg));
  expect(verdict(await stage.picture(`${HOST}/passo-1`))).toBe('502 IMAGE_SOURCE_FAILED');
  expect(verdict(await stage.picture(`${HOST}/passo-2`))).toBe('200');
}

async function linkOutside(stage: Stage): Promise<void> {
  const { publicDirectory } = stage.settings;
  await writeFile(path.join(stage.folder, 'fora.jpg'), stage.jpeg);
  await symlink('../fora.jpg', path.join(publicDirectory, 'atalho.jpg'));
  await writeFile(path.join(publicDirectory, 'marca.jpg'), stage.jpeg);
  expect(verdict(await stage.get(imageUrl('/atalho.jpg', 320)))).toBe('404 FILE_NOT_FOUND');
  expect(verdict(await stage.get(imageUrl('/marca.jpg', 320)))).toBe('200');
}

function accepting(accept: string | undefined, type: string, index: number): Scenario['run'] {
  return async (stage) => {
    const { headers } = await stage.picture(`${HOST}/boa.jpg?formato=${index}`, 320, accept === undefined ? {} : { accept });
    expect([headers['content-type'], headers['vary']]).toEqual([type, 'Accept']);
  };
}

function forOneAlone(field: string): Scenario['run'] {
  return async (stage) => {
    const at = `/propria-${PRIVATE_FIELDS.indexOf(field)}.jpg`;
    stage.host.on(at, reply(stage.jpeg, [field]));
    const { status, headers } = await stage.picture(HOST + at);
    expect([status, headers['cache-control'], headers['set-cookie']]).toEqual([200, 'private, no-store', undefined]);
    stage.host.on(at, reply('', [], '503 Busy'));
    expect(verdict(await stage.picture(HOST + at))).toBe('502 IMAGE_SOURCE_FAILED');
  };
}

async function crowd(stage: Stage): Promise<void> {
  const gate = Promise.withResolvers<void>();
  stage.host.on('/multidao.jpg', (socket, head) => void gate.promise.then(() => reply(stage.jpeg)(socket, head)));
  const before = stage.host.requests.length;
  const arrived = stage.host.nextRequest();
  const leader = request({ host: '127.0.0.1', port: stage.endpoints.port, path: imageUrl(`${HOST}/multidao.jpg`, 320), agent: false });
  const left = new Promise<void>((resolve) => leader.once('close', resolve));
  leader.on('error', () => undefined).end();
  await arrived;
  const followers = Array.from({ length: 499 }, () => stage.picture(`${HOST}/multidao.jpg`));
  leader.destroy();
  await left;
  // All of them have been read by the time that a later one is answered.
  await stage.get('/nhostprovider/1');
  gate.resolve();
  expect(new Set((await Promise.all(followers)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(stage.host.requests.length).toBe(before + 1);
}

async function manyPictures(stage: Stage): Promise<void> {
  for (let first = 0; first < 100; first += 4) {
    const asked = [0, 1, 2, 3].map((next) => stage.picture(`${HOST}/boa.jpg?muitas=${first + next}`));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  const { disk } = stage.settings;
  await expect.poll(() => bytesUnder(disk.directory), PATIENCE).toBeLessThanOrEqual(disk.bytes);
  expect(await bytesUnder(disk.directory)).toBeGreaterThan(0);
}

async function tooMany(stage: Stage): Promise<void> {
  stage.host.on('/parada.jpg', () => undefined);
  const answers = Array.from({ length: 40 }, (_, n) => stage.picture(`${HOST}/parada.jpg?${n}`));
  const refused = await Promise.race(answers);
  expect([verdict(refused), refused.headers['retry-after']]).toEqual(['503 BACKEND_UNAVAILABLE', '10']);
  expect(new Set((await stage.runOut(answers)).map(({ status }) => status))).toEqual(new Set([503, 504]));
  await stage.nobodyConnected();
}

function conditional(fields: Readonly<Record<string, string>>, expected: number): Scenario['run'] {
  return async (stage) => {
    const target = `${HOST}/boa.jpg`;
    const etag = (await stage.picture(target)).headers['etag'] ?? '';
    const sent = Object.entries(fields).map(([name, value]) => [name, value.replace('ETAG', etag)]);
    const { status, headers } = await stage.picture(target, 320, Object.fromEntries(sent) as Record<string, string>);
    expect([status, headers['vary']]).toEqual([expected, 'Accept']);
  };
}

async function storageGone(stage: Stage): Promise<void> {
  const { files, faults } = stage.storage;
  files.set(PICTURE_ID, remoteFile(stage.jpeg, { mimeType: 'image/jpeg' }));
  expect((await stage.get(imageUrl(PICTURE_FILE, 320))).status).toBe(200);
  faults.set(PICTURE_ID, (_req, res) => res.writeHead(503).end());
  const earlier = async (): Promise<readonly unknown[]> => {
    const { status, headers } = await stage.get(imageUrl(PICTURE_FILE, 320));
    return [status, headers['cache-control']];
  };
  // It may still be on its way to the disk.
  await expect.poll(earlier, PATIENCE).toEqual([200, 'public, max-age=60']);
  expect(verdict(await stage.get(imageUrl(PICTURE_FILE, 640)))).toBe('502 NETWORK');
  faults.delete(PICTURE_ID);
  expect((await stage.get(imageUrl(PICTURE_FILE, 640))).status).toBe(200);
}

async function clockJump(stage: Stage): Promise<void> {
  expect(verdict(await stage.picture(`${HOST}/boa.jpg`))).toBe('200');
  stage.endpoints.send({ kind: 'later', ms: 365 * 86_400_000 });
  expect(verdict(await stage.picture(`${HOST}/boa.jpg`))).toBe('200');
}

async function damagedFolder(stage: Stage): Promise<void> {
  const { directory } = stage.settings.disk;
  const target = `${HOST}/boa.jpg?guardada`;
  const first = await stage.picture(target);
  await expect.poll(async () => (await picturesUnder(directory)).length, PATIENCE).toBeGreaterThan(0);
  for (const file of await picturesUnder(directory)) await writeFile(path.join(directory, file), gzipSync('danificado'));
  expect((await stage.picture(target)).body.equals(first.body)).toBe(true);
  await rm(directory, { recursive: true, force: true });
  expect((await stage.picture(target)).body.equals(first.body)).toBe(true);
}

/** The picture is in one of them for certain once that one has worked for longer than it takes to read it. */
async function killedDecoders(stage: Stage): Promise<void> {
  const decoders = await stage.endpoints.decoders();
  const before = await stage.endpoints.ticks(decoders);
  const large = await sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  stage.host.on('/morta.png', reply(large));
  const asked = stage.picture(`${HOST}/morta.png`, 3_072);
  await expect.poll(() => stage.endpoints.ticks(decoders), { ...PATIENCE, interval: 5 }).toBeGreaterThan(before + 3);
  for (const id of decoders) process.kill(id, 'SIGKILL');
  expect(verdict(await asked)).toBe('502 IMAGE_DECODER_FAILED');
  expect(verdict(await stage.picture(`${HOST}/boa.jpg?viva`))).toBe('200');
}

async function presigned(stage: Stage): Promise<void> {
  const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const signed = (seconds: number): string => `${HOST}/boa.jpg?X-Amz-Date=${date}&X-Amz-Expires=${seconds}&X-Amz-Signature=segredo`;
  // The clock of the endpoints may have been put on by a year: then it has expired, and no cache may keep it.
  const { status, headers } = await stage.picture(signed(900));
  expect(status).toBe(200);
  const age = /^public, max-age=(\d+)$/.exec(headers['cache-control'] ?? '')?.[1];
  expect(age === undefined ? headers['cache-control'] === 'private, no-store' : Number(age) <= 900).toBe(true);
  const cut: HostAnswer = raw('');
  stage.host.on('/assinada.jpg', cut);
  expect(verdict(await stage.get(asking(`${HOST}/assinada.jpg?X-Amz-Date=${date}&X-Amz-Expires=9&X-Amz-Signature=segredo`)))).toBe(
    '502 IMAGE_SOURCE_FAILED',
  );
  expect(stage.endpoints.log.join('\n')).not.toContain('segredo');
}
