import type { Router } from 'express';
import { createImages, type ImagesOptions } from './images.ts';

/** Makes the picture service for callers that never close it: its decoders end with the process. */
export function createImagesRouter(options: ImagesOptions): Router {
  return createImages(options).router;
}
