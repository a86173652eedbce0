/** Addresses below the paths of files that are not of a file. */
import type { AttackNumber } from '../file-and-image-attacks/catalogue.ts';

export const FILE_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const FILE_PATH: string = `/nhostprovider/${FILE_ID}`;
/** A file that no test changes. */
export const GOOD_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** All of them are 404, and the storage is not asked. */
export const HOSTILE_PATHS: readonly (readonly [AttackNumber, string])[] = [
  [15, '/nhostprovider'],
  [15, '/nhostprovider/'],
  [15, '/nhostprovider/1'],
  [15, '/nhostprovider/..'],
  [15, '/nhostprovider/../v1/graphql'],
  [15, '/nhostprovider/%2e%2e'],
  [15, '/nhostprovider/%252e%252e'],
  [15, '/nhostprovider/..%2fv1%2fgraphql'],
  [15, '/nhostprovider/..%5c..%5cv1'],
  [15, `${FILE_PATH}%00`],
  [15, `${FILE_PATH}/`],
  [15, `/nhostprovider/%c0%ae%c0%ae/${FILE_ID}`],
  [15, '/nhostprovider/%'],
  [15, `${FILE_PATH};v=1`],
  [15, `/nhostprovider//${FILE_ID}`],
  [15, `${FILE_PATH}/presignedurl`],
  [15, `${FILE_PATH}/presignedurl/contents?X-Amz-Expires=30`],
  [15, `${FILE_PATH}/../../v1/graphql`],
  [15, `/v1/files/${FILE_ID}/../../graphql`],
  [15, `/nhostprovider/${'a'.repeat(10_000)}`],
  [16, `/nhostprovider/%7B${FILE_ID}%7D`],
  [16, `/nhostprovider/{${FILE_ID}}`],
  [16, `/nhostprovider/%20${FILE_ID}%20`],
  [16, `/nhostprovider/${FILE_ID.replaceAll('-', '')}`],
  [16, `/nhostprovider/urn:uuid:${FILE_ID}`],
  [16, `/nhostprovider/${FILE_ID.replace('0', '%30')}`],
];
