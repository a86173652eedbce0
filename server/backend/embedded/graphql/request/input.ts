/**
 * Reads argument values against their types, from the document or from variables. The result has the structure that decides the SQL;
 * scalars in it stay references (`source`) and are read again for each request that the compiled statement serves.
 */
import {
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  Kind,
  type ValueNode,
} from 'graphql';
import { mismatchFault, validationFault } from '../errors.ts';
import { describeInputValue, type InputValue, inputValueFromNode, type VariableReader } from '../scalars/input-value.ts';
import { knownName } from './known-name.ts';
import type { Budget } from './limits.ts';
import type { Variables } from './variables.ts';

/** True for a boolean: its value is known when the statement is compiled. */
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
  | { readonly kind: 'null'; readonly path: string }
  /** A scalar, or a list of scalars. `literal` is set for a value that stands in the document, without a variable in it: the same in every request. */
  | { readonly kind: 'leaf'; readonly source: Source; readonly path: string; readonly literal?: InputValue }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly path: string }
  | { readonly kind: 'enum'; readonly name: string; readonly path: string }
  | { readonly kind: 'list'; readonly items: readonly Input[]; readonly path: string }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Input])[]; readonly path: string };

export interface InputContext {
  readonly variables: Variables;
  readonly budget: Budget;
}

/** Where a value stands: its path in the request and its depth in the argument. */
interface Place {
  readonly path: string;
  readonly depth: number;
}

function inside(place: Place, step: string): Place {
  return { path: `${place.path}${step}`, depth: place.depth + 1 };
}

function readEnum(type: GraphQLEnumType, given: InputValue, place: Place): Input {
  // In JSON a name of an enum is a string; in the document it is not one.
  if (given.kind !== 'enum' && (given.kind !== 'string' || given.isLiteral === true))
    throw mismatchFault('an enum value', type.name, describeInputValue(given), place.path);
  const value = type.getValue(given.text);
  if (value === undefined || value === null) {
    const names = type.getValues().map(({ name }) => `'${name}'`);
    throw validationFault(
      `expected one of the values [${names.join(', ')}] for type '${type.name}', but found '${given.text.slice(0, 200)}'`,
      place.path,
    );
  }
  return { kind: 'enum', name: knownName(value), path: place.path };
}

type EntryReader = (type: GraphQLInputType, place: Place) => Input;

function readFields(type: GraphQLInputObjectType, entries: readonly (readonly [string, EntryReader])[], place: Place): Input {
  const fields = type.getFields();
  const read = entries.map(([name, readEntry]) => {
    const field = fields[name];
    const child = inside(place, `.${name.slice(0, 200)}`);
    if (field === undefined) throw validationFault(`field '${name.slice(0, 200)}' not found in type: '${type.name}'`, child.path);
    return [knownName(field), readEntry(field.type, child)] as const;
  });
  for (const field of Object.values(fields)) {
    const given = isRequiredInputField(field) ? read.find(([name]) => name === knownName(field))?.[1] : undefined;
    if (isRequiredInputField(field) && (given === undefined || given.kind === 'null')) {
      throw validationFault(`missing required field '${field.name}'`, `${place.path}.${field.name}`);
    }
  }
  return { kind: 'object', entries: read, path: place.path };
}

function itemSource(source: Source, index: number): Source {
  return (read) => {
    const list = source(read);
    return list.kind === 'list' ? (list.items[index] ?? { kind: 'null' }) : list;
  };
}

function fieldSource(source: Source, name: string): Source {
  return (read) => {
    const object = source(read);
    const entry = object.kind === 'object' ? object.fields.find(([key]) => key === name) : undefined;
    return entry?.[1] ?? { kind: 'null' };
  };
}

/** Reads a value; `source` finds it again in the variables of a later request with the same plan key. */
function readInputValue(context: InputContext, type: GraphQLInputType, given: InputValue, source: Source, place: Place): Input {
  if (isNonNullType(type)) return readInputValue(context, type.ofType, given, source, place);
  context.budget.input(place.depth, place.path);
  if (given.kind === 'null') return { kind: 'null', path: place.path };
  if (isLeafList(type)) return { kind: 'leaf', source, path: place.path };
  if (isListType(type)) {
    const items = given.kind === 'list' ? given.items : [given];
    const read = items.map((item, index) =>
      readInputValue(context, type.ofType, item, itemSource(source, index), inside(place, `[${index}]`)),
    );
    return { kind: 'list', items: read, path: place.path };
  }
  if (isPlainBoolean(type)) {
    if (given.kind !== 'boolean') throw mismatchFault('a boolean', 'Boolean', describeInputValue(given), place.path);
    return { kind: 'boolean', value: given.value, path: place.path };
  }
  if (isScalarType(type)) return { kind: 'leaf', source, path: place.path };
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
    if (item.kind === Kind.VARIABLE) context.variables.requireFit(item.name.value, type.ofType, `${place.path}[${index}]`);
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
    context.variables.requireFit(name, type, place.path);
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
export function readInput(context: InputContext, type: GraphQLInputType, node: ValueNode, path: string): Input {
  return readNode(context, type, node, { path, depth: 1 });
}
