/** Where the project of this site is. */
import { fileURLToPath } from 'node:url';

export const OWN_PROJECT = fileURLToPath(new URL('../../project', import.meta.url));
