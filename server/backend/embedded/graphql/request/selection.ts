/**
 * Collects the selected fields of an operation: fragments spread, directives applied, equal response keys merged, names and arguments
 * checked against the role's schema. What comes out needs no further validation of names.
 */
import {
  type ArgumentNode,
  DirectiveLocation,
  type DirectiveNode,
  type FieldNode,
  type GraphQLField,
  GraphQLObjectType,
  getNamedType,
  isObjectType,
  isRequiredArgument,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { ensured, validationFault } from '../errors.ts';
import { readDirective, refuseRepeated } from './directives.ts';
import type { ParsedDocument } from './document.ts';
import { booleanOf, type Input, type InputContext, readInput } from './input.ts';
import { knownName } from './known-name.ts';

export interface SelectedField {
  /** Response key: the alias, or the name. */
  readonly key: string;
  readonly name: string;
  readonly args: ReadonlyMap<string, Input>;
  /** Fields of the object behind it; none for a leaf. */
  readonly fields: readonly SelectedField[];
  readonly path: string;
}

export interface SelectionContext extends InputContext {
  readonly document: ParsedDocument;
  /** Fields that the operation's root has beside those of its type: the questions about the schema. */
  readonly metaFields?: ReadonlyMap<string, GraphQLField<unknown, unknown>>;
}

const TYPENAME = '__typename';

const LOCATIONS: Readonly<Record<SelectionNode['kind'], DirectiveLocation>> = {
  [Kind.FIELD]: DirectiveLocation.FIELD,
  [Kind.FRAGMENT_SPREAD]: DirectiveLocation.FRAGMENT_SPREAD,
  [Kind.INLINE_FRAGMENT]: DirectiveLocation.INLINE_FRAGMENT,
};

function isDirectiveMet(context: SelectionContext, directive: DirectiveNode, location: DirectiveLocation, path: string): boolean {
  const condition = ensured(readDirective(context, directive, location, path).get('if'));
  return booleanOf(condition) === (directive.name.value === 'include');
}

function isIncluded(context: SelectionContext, { directives = [], kind }: SelectionNode, path: string): boolean {
  const met = directives.map((directive) => isDirectiveMet(context, directive, LOCATIONS[kind], path));
  refuseRepeated(directives, path);
  return met.every(Boolean);
}

/** The fields of a selection set by response key, in the order of their first appearance. */
class FieldGroups {
  readonly groups = new Map<string, [FieldNode, ...FieldNode[]]>();
  readonly #context: SelectionContext;
  readonly #type: GraphQLObjectType;
  readonly #path: string;
  readonly #depth: number;
  readonly #spread = new Set<string>();

  constructor(context: SelectionContext, type: GraphQLObjectType, place: { readonly path: string; readonly depth: number }) {
    this.#context = context;
    this.#type = type;
    this.#path = place.path;
    this.#depth = place.depth;
  }

  add(selections: SelectionSetNode): void {
    for (const node of selections.selections) {
      if (!isIncluded(this.#context, node, this.#path)) continue;
      if (node.kind === Kind.FIELD) this.#addField(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) this.#addFragment(node.typeCondition?.name.value, node.selectionSet);
      else this.#addSpread(node.name.value);
    }
  }

  #addField(node: FieldNode): void {
    // What clients add to every selection set is free; under an alias it counts.
    const isFree = node.name.value === TYPENAME && node.alias === undefined;
    if (!isFree) this.#context.budget.field(this.#depth, this.#path);
    const key = node.alias?.value ?? node.name.value;
    const group = this.groups.get(key);
    if (group === undefined) this.groups.set(key, [node]);
    else group.push(node);
  }

  #addSpread(name: string): void {
    const fragment = this.#context.document.fragments.get(name);
    if (fragment === undefined) throw validationFault(`reference to undefined fragment "${name}"`, this.#path);
    // GraphQL specification, section 6.3.2: a fragment counts once in a selection set.
    if (this.#spread.has(name)) return;
    this.#spread.add(name);
    this.#addFragment(fragment.typeCondition.name.value, fragment.selectionSet);
  }

  #addFragment(condition: string | undefined, selections: SelectionSetNode): void {
    // Hasura leaves out the fields of a fragment on another type.
    if (condition === undefined || condition === this.#type.name) this.add(selections);
  }
}

function sameArguments(left: FieldNode, right: FieldNode): boolean {
  const text = (node: FieldNode): string => (node.arguments ?? []).map(print).sort().join(',');
  return text(left) === text(right);
}

function requireMergeable(key: string, first: FieldNode, others: readonly FieldNode[], path: string): void {
  for (const other of others) {
    if (other.name.value !== first.name.value) {
      throw validationFault(
        `selection of both '${first.name.value}' and '${other.name.value}' specify the same response name, '${key}'`,
        path,
      );
    }
    if (!sameArguments(first, other)) throw validationFault(`inconsistent arguments between multiple selections of field '${key}'`, path);
  }
}

function readArguments(
  context: SelectionContext,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly ArgumentNode[],
  path: string,
): ReadonlyMap<string, Input> {
  const read = new Map<string, Input>();
  for (const node of nodes) {
    const name = node.name.value;
    const argument = field.args.find((item) => item.name === name);
    if (argument === undefined) throw validationFault(`'${field.name}' has no argument named '${name}'`, path);
    if (read.has(knownName(argument))) throw validationFault(`the argument '${name}' is given twice`, path);
    read.set(knownName(argument), readInput(context, argument, node.value, `${path}.args.${name}`));
  }
  for (const argument of field.args) {
    if (isRequiredArgument(argument) && !read.has(knownName(argument))) {
      throw validationFault(`missing required field '${argument.name}'`, `${path}.args.${argument.name}`);
    }
  }
  return read;
}

function selectField(
  context: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly [FieldNode, ...FieldNode[]],
  place: { readonly path: string; readonly depth: number },
): SelectedField {
  const [node, ...others] = nodes;
  const name = node.name.value;
  const key = node.alias?.value ?? name;
  const path = `${place.path}.${name}`;
  requireMergeable(key, node, others, path);
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const metaField = place.depth === 1 ? context.metaFields?.get(name) : undefined;
  const field = type.getFields()[name] ?? metaField;
  if (field === undefined && name !== TYPENAME) throw validationFault(`field '${name}' not found in type: '${type.name}'`, path);
  const target = field === undefined ? undefined : getNamedType(field.type);
  if (!isObjectType(target)) {
    if (sets.length > 0) throw validationFault('unexpected subselection set for non-object field', path);
  } else if (sets.length === 0) throw validationFault(`missing selection set for '${target.name}'`, `${path}.selectionSet`);
  const args = field === undefined ? new Map<string, Input>() : readArguments(context, field, node.arguments ?? [], path);
  const fields = isObjectType(target) ? collectFields(context, target, sets, { path, depth: place.depth + 1 }) : [];
  return { key, name: field === undefined ? name : knownName(field), args, fields, path };
}

/** Returns the fields that `sets` select on `type`, in response order. @throws GraphqlFault */
export function collectFields(
  context: SelectionContext,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  place: { readonly path: string; readonly depth: number },
): readonly SelectedField[] {
  const path = `${place.path}.selectionSet`;
  const groups = new FieldGroups(context, type, { path, depth: place.depth });
  for (const set of sets) groups.add(set);
  return [...groups.groups.values()].map((nodes) => selectField(context, type, nodes, { path, depth: place.depth }));
}
