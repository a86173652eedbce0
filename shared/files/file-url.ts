/**
 * Addresses of files of the content store. `/nhostprovider/{id}` is the public one; `/v1/files/{id}` is the storage service's own, which
 * old content and clients of the backend use.
 */
export const FILE_PREFIX = '/nhostprovider';
export const FILE_SERVICE_PREFIX = '/v1/files';

const FILE_PATH = /^(?:\/nhostprovider|\/v1\/files)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** Returns the public path of a file. */
export function fileUrl(id: string): string {
  return `${FILE_PREFIX}/${id.toLowerCase()}`;
}

/** Returns the id in lower case that a path without query names, in either form; null for any other path, percent-encoded ones included. */
export function fileIdFromPath(path: string): string | null {
  return FILE_PATH.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** Where an application asks for an address at which any client may download a file for a time, and that address without its query. */
export function presignedPath(id: string): { readonly request: string; readonly contents: string } {
  const request = `${FILE_SERVICE_PREFIX}/${id}/presignedurl`;
  return { request, contents: `${request}/contents` };
}

/** Version of the storage service, as its clients ask for it. */
export const STORAGE_VERSION_PATH = '/v1/version';

/** Whether a request writes files, by its method and its target in origin form. */
export function isFileWrite(method: string | undefined, target: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && target.startsWith(FILE_SERVICE_PREFIX);
}
