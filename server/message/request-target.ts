/** Request targets (RFC 9112 §3.2). */

/**
 * Returns a target in origin form: a target in absolute form without its scheme and authority (RFC 9112 §3.2.2). Routers accept both forms,
 * so code that decides by how the path begins must see one of them.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=[/?#]|$)/i, '');
  return local.startsWith('/') ? local : `/${local}`;
}

/** Removes a fragment. A request target has none (RFC 9112 §3.2), but Node accepts one, and each would make a cache key of its own. */
export function withoutFragment(target: string): string {
  const mark = target.indexOf('#');
  return mark === -1 ? target : target.slice(0, mark);
}

/** Splits a target into its path and its query, which keeps its `?` and is empty when absent. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?');
  return mark === -1 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark) };
}
