/** The doors of stored files: reading, and where the backend takes them uploads and presigned addresses. */
import path from 'node:path';
import type { Router } from 'express';
import type { Identify } from '../backend/auth/identity.ts';
import type { ContentBackend } from '../backend/backend.ts';
import type { Logger } from '../observability/log.ts';
import { createPresignedRouter } from './presigned-router.ts';
import { createFilesRouter } from './router.ts';
import type { Inspect } from './uploads/inspection.ts';
import { createUploadsRouter } from './uploads/router.ts';
import { createSpool, type Spool } from './uploads/spool.ts';

export interface FileDoorsOptions {
  readonly backend: Pick<ContentBackend, 'file' | 'files'>;
  readonly identify: Identify;
  /** Public address of the site. */
  readonly siteUrl: string;
  /** Holds the files on their way in. */
  readonly dataDirectory: string;
  /** Makes the inspection of uploads; without it files are stored as they are sent. */
  readonly inspection?: (spool: Spool) => Inspect;
  /** Version of the program. */
  readonly version: string;
  readonly boundary?: () => number | undefined;
  readonly log: Logger;
}

/** Makes the routers, in the order in which they are to be mounted: before `compression`, which would break ranges and strong validators. */
export function createFileDoors(options: FileDoorsOptions): readonly Router[] {
  const { backend, identify, siteUrl, inspection, version, boundary, log } = options;
  const reading = createFilesRouter({ backend, identify, ...(boundary === undefined ? {} : { boundary }) });
  const { files } = backend;
  if (files === undefined) return [reading];
  const spool = createSpool(path.join(path.resolve(options.dataDirectory), 'recebidos'));
  return [
    createUploadsRouter({ files, identify, spool, inspect: inspection?.(spool), version, log }),
    createPresignedRouter({ files, identify, siteUrl, log }),
    reading,
  ];
}
