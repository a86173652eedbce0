/**
 * A content backend whose operations are counted and timed by their names. Names are those of the site's own operations and of what the server asks
 * by itself; what the staff and programs ask has one name for all, because its authors choose it.
 */
import type { Observe, Outcome } from '../observability/observation.ts';
import { ADMIN_CALLER, CASES_CALLER, type Caller, type ContentBackend, type GraphqlAnswer, type GraphqlRequest } from './backend.ts';

/** What the staff, programs and previews ask. */
const FOREIGN_OPERATION = 'other';

/** Decorates `backend`. @param texts text of each operation of the site by its name */
export function observedBackend(backend: ContentBackend, observe: Observe, texts: Readonly<Record<string, string>>): ContentBackend {
  const nameOf = createOperationNames(texts);
  return {
    ...backend,
    execute: (request, options) =>
      observe({ kind: 'operation', name: nameOf(request, options.caller) }, () => backend.execute(request, options), outcomeOf),
    file: (id, caller, intent) => observe({ kind: 'operation', name: 'file' }, () => backend.file(id, caller, intent)),
  };
}

/** `unexpected` is a failure of the database; any other code tells the caller that the request is wrong. */
function outcomeOf(answer: GraphqlAnswer): Outcome {
  if (answer.kind === 'data') return 'ok';
  const [first] = answer.errors;
  if (first?.extensions.code !== 'unexpected') return 'errors';
  return first.message === 'timed out' ? 'timeout' : 'failed';
}

const OWN_NAME = /^\s*(?:query|mutation|subscription)\s+([A-Za-z_]\w{0,60})/;

/** Makes the function that names a request. */
export function createOperationNames(texts: Readonly<Record<string, string>>): (request: GraphqlRequest, caller: Caller) => string {
  const names = new Map(Object.entries(texts).map(([name, text]) => [text, name]));
  return ({ query }, caller) => {
    const known = names.get(query);
    if (known !== undefined) return known;
    // Only this server has these two: a token or the admin secret makes a caller of its own.
    const isOwn = caller === ADMIN_CALLER || caller === CASES_CALLER;
    return (isOwn ? OWN_NAME.exec(query)?.[1] : undefined) ?? FOREIGN_OPERATION;
  };
}
