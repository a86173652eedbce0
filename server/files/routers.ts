/** The routers of stored files: reading, and where the backend takes them uploads and presigned addresses. */
import path from 'node:path';
import type { Router } from 'express';
import type { Identify } from '../backend/auth/identity.ts';
import type { ContentBackend } from '../backend/backend.ts';
import { createSpool } from '../http/spool.ts';
import type { Logger } from '../observability/log.ts';
import type { Inspector } from './inspection/inspector.ts';
import { createPublicationCheck } from './inspection/publication-check.ts';
import { createPresignedRouter } from './presigned-router.ts';
import { createFilesRouter } from './router.ts';
import { createUploadsRouter } from './uploads/router.ts';

export interface FileRoutersOptions {
  readonly backend: Pick<ContentBackend, 'file' | 'files'>;
  readonly identify: Identify;
  /** Public address of the site. */
  readonly siteUrl: string;
  /** Holds the files on their way in. */
  readonly dataDirectory: string;
  /** Reads uploads for the check of what becomes public; without it files are stored as they are sent. */
  readonly inspector?: Inspector;
  /** Version of the program. */
  readonly version: string;
  readonly boundary?: () => number | undefined;
  readonly log: Logger;
}

/** Makes the routers, in the order in which they are to be mounted: before `compression`, which would break ranges and strong validators. */
export function createFileRouters(options: FileRoutersOptions): readonly Router[] {
  const { backend, identify, siteUrl, inspector, version, boundary, log } = options;
  const reading = createFilesRouter({ backend, identify, boundary });
  const { files } = backend;
  if (files === undefined) return [reading];
  const spool = createSpool(path.join(path.resolve(options.dataDirectory), 'recebidos'));
  const inspect = inspector === undefined ? undefined : createPublicationCheck({ spool, inspector });
  return [
    createUploadsRouter({ files, identify, spool, inspect, version, log }),
    createPresignedRouter({ files, identify, siteUrl, log }),
    reading,
  ];
}
