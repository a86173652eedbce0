/** What a picture service is made of where a test says nothing else: it serves the public, fetches nothing and stores nothing. */
import { PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import type { ImagesOptions } from '../../../server/images/images.ts';
import { SILENT_LOG, UNOBSERVED } from '../silent-log.ts';

export const IMAGE_SERVICE = {
  files: undefined,
  identify: () => Promise.resolve({ kind: 'caller', caller: PUBLIC_CALLER }),
  observe: UNOBSERVED,
  avif: true,
  hosts: [],
  nat64: false,
  boundary: () => undefined,
  disk: { directory: '', bytes: 0 },
  log: SILENT_LOG,
} as const satisfies Partial<ImagesOptions>;
