/** Request targets in the one form that paths are judged in. */

/**
 * Returns a target as what follows the authority, where it comes in the absolute form (RFC 9112 §3.2.2): whoever judges a path by how the
 * target begins would take the other form for a path of its own, while the routers behind find the same door in both.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=[/?#]|$)/i, '');
  return local.startsWith('/') ? local : `/${local}`;
}
