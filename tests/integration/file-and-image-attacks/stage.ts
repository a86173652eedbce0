/** The endpoints with their surroundings: hosts of pictures and a storage whose faults the test sets. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { imageUrl } from '../../../shared/images/image-url.ts';
import type { ImageWidth } from '../../../shared/images/sizes.ts';
import { type NhostStorageServer, remoteFile, startNhostStorage } from '../../support/nhost/storage.ts';
import { type Answer, ask } from '../files/raw-client.ts';
import { listenAtOnePort, PUBLIC_ADDRESS, RemoteHost, reply } from '../images/remote-host.ts';
import type { AttackNumber } from './catalogue.ts';
import { type ChildLimits, EndpointsChild } from './endpoints-child.ts';
import type { EndpointsSettings, NameAnswer } from './endpoints-process.ts';

const GOOD_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const GOOD_FILE = `/nhostprovider/${GOOD_ID}`;
export const GOOD_BYTES: Buffer = Buffer.from(Uint8Array.from({ length: 1_000 }, (_, index) => index % 251));
export const HOST = 'http://fotos.example';

/** Time limit of conditions that become true asynchronously, on a busy machine. */
export const PATIENCE = { timeout: 40_000, interval: 20 } as const;

/** Allowed hosts and the addresses that the resolver returns for them. */
const NAMES: Readonly<Record<string, readonly NameAnswer[]>> = {
  'fotos.example': [[PUBLIC_ADDRESS]],
  'outras.example': [[PUBLIC_ADDRESS]],
};

/** One case: requests to the endpoints and the expected outcome. */
export interface Scenario {
  readonly attack: AttackNumber;
  readonly name: string;
  readonly run: (stage: Stage) => Promise<void>;
}

/** Returns the status, and for an error its code. Checks that an error is not stored and does not name the host. */
export function verdict(answer: Answer): string {
  if (answer.status < 400) return String(answer.status);
  expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'cdn-cache-control': 'no-store' });
  expect(answer.body.toString()).not.toMatch(/\.example|127\.0\.0|evil|alert|passwd/);
  return `${answer.status} ${(JSON.parse(answer.body.toString()) as { code: string }).code}`;
}

export interface StageOptions {
  readonly limits?: ChildLimits;
  /** Applies the memory limit to the endpoints and to each of their decoders. */
  readonly isLimited?: boolean;
  readonly buffersFiles?: boolean;
  /** In place of the storage of the stage. */
  readonly storageUrl?: string;
  readonly names?: Readonly<Record<string, readonly NameAnswer[]>>;
  /** Directory of derivatives. Default: a temporary one. */
  readonly diskDirectory?: string;
  readonly diskBytes?: number;
}

export class Stage {
  readonly host = new RemoteHost();
  /** A server at the same port on a local address, to which no request may come. */
  readonly inside = new RemoteHost();
  readonly storage: NhostStorageServer;
  readonly folder: string;
  readonly jpeg: Buffer;
  endpoints: EndpointsChild;
  readonly settings: EndpointsSettings;
  readonly limits: ChildLimits;
  #asked = 0;

  private constructor(parts: Pick<Stage, 'host' | 'inside' | 'storage' | 'folder' | 'jpeg' | 'endpoints' | 'settings' | 'limits'>) {
    this.host = parts.host;
    this.inside = parts.inside;
    this.storage = parts.storage;
    this.folder = parts.folder;
    this.jpeg = parts.jpeg;
    this.endpoints = parts.endpoints;
    this.settings = parts.settings;
    this.limits = parts.limits;
  }

  static async open({
    isLimited = false,
    limits: others = {},
    names = {},
    buffersFiles = false,
    storageUrl,
    ...disk
  }: StageOptions = {}): Promise<Stage> {
    const folder = await mkdtemp(path.join(tmpdir(), 'portas-'));
    const publicDirectory = path.join(folder, 'public');
    await mkdir(publicDirectory);
    const [host, inside, storage] = [new RemoteHost(), new RemoteHost(), await startNhostStorage()];
    const hostPort = await listenAtOnePort(host, inside);
    const settings: EndpointsSettings = {
      hostPort,
      names: { ...NAMES, ...names },
      storageUrl: storageUrl ?? storage.url,
      publicDirectory,
      disk: { directory: disk.diskDirectory ?? path.join(folder, 'derivados'), bytes: disk.diskBytes ?? 400_000 },
      buffersFiles,
    };
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const jpeg = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer();
    storage.files.set(GOOD_ID, remoteFile(GOOD_BYTES));
    for (const at of [host, inside]) at.on('/boa.jpg', reply(jpeg));
    const limits = isLimited ? { ...others, dataKb: await memoryLimitKb(settings) } : others;
    const endpoints = await EndpointsChild.start(settings, limits);
    return new Stage({ host, inside, storage, folder, jpeg, endpoints, settings, limits });
  }

  get(target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
    return ask(this.endpoints.port, target, { headers, method });
  }

  picture(url: string, width: ImageWidth = 320, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.get(imageUrl(url, width), headers);
  }

  /** Requests a picture and returns its size, or the code of the error. */
  async described(url: string): Promise<string> {
    const answer = await this.picture(url);
    if (answer.status !== 200) return verdict(answer);
    const { width, height, exif, icc } = await sharp(answer.body).metadata();
    if (exif !== undefined || icc !== undefined) return '200 with what the camera said';
    return `200 ${width}x${height}`;
  }

  /** Ends fetches with a time-out, repeatedly for the waiting ones, until all of these requests are answered. */
  async runOut(asked: readonly Promise<Answer>[]): Promise<readonly Answer[]> {
    const left = new Set(asked);
    for (const answer of asked) void answer.finally(() => left.delete(answer));
    while (left.size > 0) {
      this.endpoints.send({ kind: 'run-out' });
      await this.get('/nhostprovider/1');
    }
    return await Promise.all(asked);
  }

  /** Resolves when no host of pictures has an open connection. */
  async nobodyConnected(): Promise<void> {
    while (this.host.sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Requests a new picture and a file, which must both be answered. */
  async good(): Promise<readonly number[]> {
    this.#asked += 1;
    const [picture, file] = await Promise.all([this.picture(`${HOST}/boa.jpg?${this.#asked}`), this.get(GOOD_FILE)]);
    return [picture.status, file.body.equals(GOOD_BYTES) ? file.status : 0];
  }

  async restart(): Promise<void> {
    await this.endpoints.close();
    this.endpoints = await EndpointsChild.start(this.settings, this.limits);
  }

  async close(): Promise<void> {
    await this.endpoints.close();
    await Promise.all([this.host.close(), this.inside.close(), this.storage.close()]);
    await rm(this.folder, { recursive: true });
  }
}

/**
 * KiB of memory that the endpoints may take for what they are asked, beyond what they have before the first request. Measured on
 * x86-64: pictures of 12 megapixels, nine at a time, and downloads take the endpoints up to 86 MiB beyond their start, and a decoder up to
 * 92 MiB; of what they have at the start, 148 MiB are more than addresses that V8 reserves for code. So the limit is 1.3 times of what
 * is used at most, and a body of 256 MiB that is held in memory does not fit by far.
 */
const ROOM_KB = 156 * 1_024;

/** KiB of memory at the start, measured once: what V8 reserves depends on the machine. */
let atStart: Promise<number> | null = null;

/** The limit of RLIMIT_DATA in KiB. */
async function memoryLimitKb(settings: EndpointsSettings): Promise<number> {
  atStart ??= startKb(settings);
  return (await atStart) + ROOM_KB;
}

async function startKb(settings: EndpointsSettings): Promise<number> {
  const endpoints = await EndpointsChild.start(settings);
  const kb = await endpoints.status(endpoints.pid, 'VmData');
  await endpoints.close();
  return kb;
}
