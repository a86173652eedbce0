/**
 * Reads argument values against their types, from the document or from variables. The result has the structure that decides the SQL;
 * scalars in it stay references (`source`) and are read again for each request that the compiled statement serves.
 */
import {
  type GraphQLArgument,
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  Kind,
  type ValueNode,
} from 'graphql';
import { ensured, type GraphqlFault, mismatchFault, validationFault } from '../errors.ts';
import { nullFault } from '../scalars/encode.ts';
import { describeInputValue, type InputValue, inputValueFromNode, type VariableReader } from '../scalars/input-value.ts';
import { knownName } from './known-name.ts';
import type { Budget } from './limits.ts';
import type { Variables } from './variables.ts';

/** True for a boolean: its value is known when the statement is compiled. What is none may still be a value for a column, as a text is. */
export function isPlainBoolean(type: GraphQLInputType): boolean {
  return type === GraphQLBoolean;
}

/** True for a list of scalars, which becomes one array parameter. */
export function isLeafList(type: GraphQLInputType): boolean {
  if (!isListType(type)) return false;
  const item = isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType;
  return isScalarType(item);
}

type Source = (read: VariableReader) => InputValue;

export type Input =
  /** `typeName`: the type of the object that is expected in its place. */
  | { readonly kind: 'null'; readonly path: string; readonly typeName?: string }
  /** A scalar, or a list of scalars. `literal` is set for a value that stands in the document, without a variable in it: the same in every request. `found` names its kind in faults. */
  | { readonly kind: 'leaf'; readonly source: Source; readonly path: string; readonly literal?: InputValue; readonly found: string }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly path: string }
  | { readonly kind: 'enum'; readonly name: string; readonly path: string }
  | { readonly kind: 'list'; readonly items: readonly Input[]; readonly path: string }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Input])[]; readonly path: string };

export interface InputContext {
  readonly variables: Variables;
  readonly budget: Budget;
}

/** Returns a boolean that is not the value of a column. @throws GraphqlFault for anything else */
export function booleanOf(input: Input): boolean {
  if (input.kind === 'boolean') return input.value;
  throw mismatchFault('a boolean', 'Boolean', input.kind === 'leaf' ? input.found : 'null', input.path);
}

/** Returns the entries of an object, none for anything else. */
export function entriesIn(input: Input | undefined): ReadonlyMap<string, Input> {
  return new Map(input?.kind === 'object' ? input.entries : []);
}

/** Where a value stands: its path in the request and its depth in the argument. */
interface Place {
  readonly path: string;
  readonly depth: number;
  /** Whether the argument or field has a value of its own where none is given. */
  readonly hasDefault: boolean;
}

function inside(place: Place, step: string, hasDefault = false): Place {
  return { path: `${place.path}${step}`, depth: place.depth + 1, hasDefault };
}

function readEnum(type: GraphQLEnumType, given: InputValue, place: Place): Input {
  // In JSON a name of an enum is a string; in the document it is not one.
  if (given.kind !== 'enum' && (given.kind !== 'string' || given.isLiteral === true))
    throw mismatchFault('an enum value', type.name, describeInputValue(given), place.path);
  const value = type.getValue(given.text) ?? undefined;
  if (value === undefined) {
    const names = type.getValues().map(({ name }) => `'${name}'`);
    throw validationFault(
      `expected one of the values [${names.join(', ')}] for type '${type.name}', but found '${given.text.slice(0, 200)}'`,
      place.path,
    );
  }
  return { kind: 'enum', name: knownName(value), path: place.path };
}

/** Null where the type has none. */
function requiredNullFault(type: GraphQLInputType, path: string): GraphqlFault {
  if (isNonNullType(type)) return requiredNullFault(type.ofType, path);
  if (isListType(type)) return mismatchFault('a list', null, 'null', path);
  if (isScalarType(type)) return nullFault(type.name, path);
  return mismatchFault(isEnumType(type) ? 'an enum value' : 'an object', type.name, 'null', path);
}

type EntryReader = (type: GraphQLInputType, place: Place) => Input;

function readFields(type: GraphQLInputObjectType, entries: readonly (readonly [string, EntryReader])[], place: Place): Input {
  const fields = type.getFields();
  const read = entries.map(([name, readEntry]) => {
    const field = fields[name];
    const child = inside(place, `.${name.slice(0, 200)}`, field?.default !== undefined);
    if (field === undefined) throw validationFault(`field '${name.slice(0, 200)}' not found in type: '${type.name}'`, child.path);
    return [knownName(field), readEntry(field.type, child)] as const;
  });
  for (const field of Object.values(fields)) {
    if (!isRequiredInputField(field)) continue;
    const given = read.find(([name]) => name === knownName(field))?.[1];
    if (given === undefined) throw validationFault(`missing required field '${field.name}'`, `${place.path}.${field.name}`);
    if (given.kind === 'null') throw requiredNullFault(field.type, given.path);
  }
  return { kind: 'object', entries: read, path: place.path };
}

// Requests with the same plan key give the same items and fields.
function itemSource(source: Source, index: number): Source {
  return (read) => {
    const list = source(read);
    return list.kind === 'list' ? ensured(list.items[index]) : list;
  };
}

function fieldSource(source: Source, name: string): Source {
  return (read) => {
    const object = source(read);
    return ensured(object.kind === 'object' ? object.fields.find(([key]) => key === name)?.[1] : undefined);
  };
}

/** Reads a value; `source` finds it again in the variables of a later request with the same plan key. */
function readInputValue(context: InputContext, type: GraphQLInputType, given: InputValue, source: Source, place: Place): Input {
  if (isNonNullType(type)) return readInputValue(context, type.ofType, given, source, place);
  context.budget.input(place.depth, place.path);
  if (given.kind === 'null') return { kind: 'null', path: place.path, ...(isInputObjectType(type) ? { typeName: type.name } : {}) };
  const leaf: Input = { kind: 'leaf', source, path: place.path, found: describeInputValue(given) };
  if (isLeafList(type)) return leaf;
  if (isListType(type)) {
    const items = given.kind === 'list' ? given.items : [given];
    const read = items.map((item, index) =>
      readInputValue(context, type.ofType, item, itemSource(source, index), inside(place, `[${index}]`)),
    );
    return { kind: 'list', items: read, path: place.path };
  }
  if (isPlainBoolean(type) && given.kind === 'boolean') return { kind: 'boolean', value: given.value, path: place.path };
  if (isScalarType(type)) return leaf;
  if (isEnumType(type)) return readEnum(type, given, place);
  if (given.kind !== 'object') throw mismatchFault('an object', type.name, describeInputValue(given), place.path);
  const entries = given.fields.map(([name, value]) => {
    const readEntry: EntryReader = (entryType, child) => readInputValue(context, entryType, value, fieldSource(source, name), child);
    return [name, readEntry] as const;
  });
  return readFields(type, entries, place);
}

/** Variables inside a literal list of scalars must fit its items. */
function requireItemsFit(context: InputContext, type: GraphQLInputType, node: ValueNode, place: Place): void {
  if (!isListType(type) || node.kind !== Kind.LIST) return;
  node.values.forEach((item, index) => {
    if (item.kind === Kind.VARIABLE) context.variables.requireFit(item.name.value, { ...inside(place, `[${index}]`), type: type.ofType });
  });
}

function isConstant(node: ValueNode): boolean {
  switch (node.kind) {
    case Kind.VARIABLE:
      return false;
    case Kind.LIST:
      return node.values.every(isConstant);
    case Kind.OBJECT:
      return node.fields.every(({ value }) => isConstant(value));
    default:
      return true;
  }
}

function readNode(context: InputContext, type: GraphQLInputType, node: ValueNode, place: Place): Input {
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value;
    context.variables.requireFit(name, { ...place, type });
    return readInputValue(context, type, context.variables.read(name), (read) => read(name), place);
  }
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (node.kind === Kind.OBJECT && !isScalarType(nullable) && !isEnumType(nullable) && !isListType(nullable)) {
    context.budget.input(place.depth, place.path);
    const entries = node.fields.map((field) => {
      const readEntry: EntryReader = (entryType, child) => readNode(context, entryType, field.value, child);
      return [field.name.value, readEntry] as const;
    });
    return readFields(nullable, entries, place);
  }
  if (isListType(nullable) && !isLeafList(nullable) && node.kind !== Kind.NULL) {
    context.budget.input(place.depth, place.path);
    const nodes = node.kind === Kind.LIST ? node.values : [node];
    const items = nodes.map((item, index) => readNode(context, nullable.ofType, item, inside(place, `[${index}]`)));
    return { kind: 'list', items, path: place.path };
  }
  requireItemsFit(context, nullable, node, place);
  const source: Source = (read) => inputValueFromNode(node, read);
  const given = source((name) => context.variables.read(name));
  const input = readInputValue(context, type, given, source, place);
  return input.kind === 'leaf' && isConstant(node) ? { ...input, literal: given } : input;
}

/** Reads the value of an argument. @throws GraphqlFault for what does not fit the type or passes a limit */
export function readInput(context: InputContext, argument: GraphQLArgument, node: ValueNode, path: string): Input {
  return readNode(context, argument.type, node, { path, depth: 1, hasDefault: argument.default !== undefined });
}
