/** Reads `inherited_roles.yaml`. */
import { checkKeys, INHERITED_ROLE_KEYS } from './known-keys.ts';
import type { InheritedRole } from './metadata.ts';
import type { MetadataNode } from './metadata-node.ts';

/** @throws MetadataError naming file and key, also when roles inherit from each other in a circle */
export function readInheritedRoles(list: MetadataNode): readonly InheritedRole[] {
  const roles = list.items().map((node) => {
    const role = checkKeys(node, INHERITED_ROLE_KEYS).get('role_name').string();
    const parents = node.get('role_set').strings();
    if (parents.length === 0) node.get('role_set').fail('needs at least one role');
    return { node, role, parents, place: node.place };
  });
  const byName = new Map(roles.map(({ role, parents }) => [role, parents]));
  const reaches = (from: string, target: string, seen: ReadonlySet<string>): boolean =>
    !seen.has(from) && (byName.get(from) ?? []).some((parent) => parent === target || reaches(parent, target, new Set([...seen, from])));
  for (const { node, role } of roles) {
    if (reaches(role, role, new Set())) node.get('role_set').fail(`the role "${role}" inherits from itself`);
  }
  return roles.map(({ role, parents, place }) => ({ role, parents, place }));
}
