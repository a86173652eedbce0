/**
 * Whether the data directory takes files: those of forms and uploads on their way in, and pictures that were resized. It is asked where the rows
 * are kept by a server (of a disk that holds them too, the check of the backend tells): nothing else says that the volume is full, is gone or
 * belongs to another user before the file of a citizen is refused.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BackendHealth } from '../backend/backend.ts';
import type { HealthCheck } from './readiness.ts';

/** Makes a bounded check of a part out of what rejects when it does not work. */
export type MakeProbe = (part: {
  readonly name: string;
  readonly optional: boolean;
  readonly probe: () => Promise<unknown>;
}) => (timeoutMs: number) => Promise<BackendHealth>;

/** Makes the check of a data directory, which writes a file and removes it. */
export function createDiskCheck(dataDirectory: string, makeProbe: MakeProbe): HealthCheck {
  const folder = path.resolve(dataDirectory);
  const file = path.join(folder, '.prova');
  const write = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, 'prova');
    // Another replica may have the same folder.
    await rm(file, { force: true });
  };
  const probe = makeProbe({ name: 'disk', optional: true, probe: write });
  return { name: 'disk', run: async (timeoutMs) => [await probe(timeoutMs)] };
}
