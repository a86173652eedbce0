import { afterAll, beforeAll } from 'vitest';
import { type FileServer, startFileServer } from './file-server.ts';
import { FILE_ID } from './hostile-paths.ts';
import type { Subject, SubjectKind } from './subjects.ts';

export { FILE_ID as ID, FILE_PATH as FILE } from './hostile-paths.ts';
/** A second file, for tests that change it. */
export const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const OTHER_FILE = `/nhostprovider/${OTHER}`;
/** The content of `FILE_ID`. */
export const BYTES = Buffer.from(Uint8Array.from({ length: 1_000 }, (_, index) => index % 251));

export interface OpenEndpoint {
  readonly subject: Subject;
  readonly port: number;
  /** Ids that the storage was asked for. */
  readonly asked: string[];
}

/** Opens a storage with one file, and the endpoint before it, for the tests of the describe block that calls it. */
export function useEndpoint({ open }: SubjectKind): () => OpenEndpoint {
  let endpoint: FileServer | undefined;
  let current: OpenEndpoint | undefined;
  beforeAll(async () => {
    const subject = await open();
    const asked: string[] = [];
    endpoint = await startFileServer({
      file: (id, ...more) => {
        asked.push(id);
        return subject.backend.file(id, ...more);
      },
    });
    await subject.put(FILE_ID, { bytes: BYTES });
    current = { subject, port: endpoint.port, asked };
  });
  afterAll(async () => {
    await endpoint?.close();
    await current?.subject.close();
  });
  return () => {
    if (current === undefined) throw new Error('the endpoint opens before the first test');
    return current;
  };
}
