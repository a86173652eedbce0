/**
 * An input value of a request (GraphQL specification, section 2.9), from the document or from the variables. Numbers stay text: a literal
 * `9223372036854775807` must not pass through a JavaScript number.
 */
import type { ValueNode } from 'graphql';

export type InputValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** `isLiteral`: written in the document, where integers are told from other numbers, and names of enums from texts. */
  | { readonly kind: 'integer' | 'float'; readonly text: string; readonly isLiteral?: true }
  | { readonly kind: 'string'; readonly text: string; readonly isLiteral?: true }
  | { readonly kind: 'enum'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly InputValue[] }
  | { readonly kind: 'object'; readonly fields: readonly (readonly [string, InputValue])[] };

export type VariableReader = (name: string) => InputValue;

const NULL: InputValue = { kind: 'null' };

/** Reads a value of parsed JSON. */
export function inputValueFromJson(value: unknown): InputValue {
  if (value === null || value === undefined) return NULL;
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? 'integer' : 'float', text: numberText(value) };
  if (typeof value === 'bigint') return { kind: 'integer', text: value.toString() };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(inputValueFromJson) };
  if (typeof value === 'object')
    return { kind: 'object', fields: Object.entries(value).map(([key, item]) => [key, inputValueFromJson(item)] as const) };
  return typeof value === 'string' ? { kind: 'string', text: value } : NULL;
}

/** Whole numbers in full (1e21 is 1000...), others as JavaScript writes them. */
function numberText(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** Reads a value written in the document; `variable` reads the variables inside lists and objects. */
export function inputValueFromNode(node: ValueNode, variable: VariableReader): InputValue {
  switch (node.kind) {
    case 'Variable':
      return variable(node.name.value);
    case 'NullValue':
      return NULL;
    case 'BooleanValue':
      return { kind: 'boolean', value: node.value };
    case 'IntValue':
      return { kind: 'integer', text: node.value, isLiteral: true };
    case 'FloatValue':
      return { kind: 'float', text: node.value, isLiteral: true };
    case 'StringValue':
      return { kind: 'string', text: node.value, isLiteral: true };
    case 'EnumValue':
      return { kind: 'enum', text: node.value };
    case 'ListValue':
      return { kind: 'list', items: node.values.map((item) => inputValueFromNode(item, variable)) };
    case 'ObjectValue':
      return { kind: 'object', fields: node.fields.map((field) => [field.name.value, inputValueFromNode(field.value, variable)] as const) };
  }
}

const FOUND: Readonly<Record<InputValue['kind'], string>> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  float: 'a float',
  string: 'a string',
  enum: 'an enum value',
  list: 'a list',
  object: 'an object',
};

/** The value in the words of the error texts. */
export function describeInputValue(given: InputValue): string {
  if ((given.kind === 'integer' || given.kind === 'float') && given.isLiteral !== true) return 'a number';
  return FOUND[given.kind];
}

/** Writes the value as JSON text, digits as they were given. */
export function jsonText(given: InputValue): string {
  switch (given.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(given.value);
    case 'integer':
    case 'float':
      return given.text;
    case 'string':
    case 'enum':
      return JSON.stringify(given.text);
    case 'list':
      return `[${given.items.map(jsonText).join(',')}]`;
    case 'object':
      return `{${given.fields.map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`).join(',')}}`;
  }
}
