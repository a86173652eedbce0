/** The extensions of Postgres that PGlite loads for the content. */
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

export const EXTENSIONS = { citext, unaccent, pg_trgm };
