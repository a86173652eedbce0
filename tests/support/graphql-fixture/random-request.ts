/** Requests made at random from a schema. Most fit it; in the others a value has the wrong kind, is null or missing, or is a variable of another type. */
import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export interface RandomRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const INPUT_DEPTH = 3;
const SELECTION_DEPTH = 2;

const WRONG: readonly unknown[] = [null, 1, -3, 1.5, 'x', '', true, [], {}, [null], [[1]], { a: 1 }];

/** Values of the scalars, by a part of their names; a text for all others. */
const SAMPLES: readonly (readonly [name: RegExp, values: readonly unknown[]])[] = [
  [/int/i, [0, 1, 2, 3]],
  [/bool/i, [true, false]],
  [/numeric|float/i, [0, 0.5, 2.5]],
  [/json/i, [{}, [], 1, { a: [1] }]],
  [/date|time/i, ['2026-01-01', '2026-01-03']],
  [/uuid/i, ['00000000-0000-4000-8000-000000000001']],
];
const TEXTS = ['Ana', 'Bia', 'a%', '', 'ana'];

/** An enum value as a literal has no quotes, and as a variable is a text. */
class EnumValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  toJSON(): string {
    return this.name;
  }
}

function literalOf(value: unknown): string {
  if (value instanceof EnumValue || value instanceof Variable) return value.name;
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, entry]) => `${name}: ${literalOf(entry)}`)
    .join(', ')}}`;
}

class Variable extends EnumValue {}

class Request {
  readonly #random: fc.GeneratorValue;
  /** Of a hundred values, those that have the wrong kind. */
  readonly #wrongs: number;
  readonly #declared: string[] = [];
  readonly #variables: Record<string, unknown> = {};

  constructor(random: fc.GeneratorValue) {
    this.#random = random;
    this.#wrongs = this.#one([0, 0, 2]);
  }

  write(schema: GraphQLSchema): RandomRequest {
    const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
    const isMutation = mutation !== null && mutation !== undefined && this.#in100(60);
    const root = isMutation ? mutation : query;
    if (root === null || root === undefined) throw new Error('the schema has no query');
    const field = this.#field(this.#one(Object.values(root.getFields())), SELECTION_DEPTH);
    const declared = this.#declared.length === 0 ? '' : `(${this.#declared.join(', ')})`;
    return {
      query: `${isMutation ? 'mutation' : 'query'} ${declared} { ${field} }`,
      variables: JSON.parse(JSON.stringify(this.#variables)),
    };
  }

  #one<T>(values: readonly T[]): T {
    const value = values[this.#random(fc.nat, values.length - 1)];
    if (value === undefined) throw new Error('there is nothing to choose from');
    return value;
  }

  #in100(share: number): boolean {
    return this.#random(fc.nat, 99) < share;
  }

  #leaf(type: GraphQLLeafType): unknown {
    if (isEnumType(type)) return new EnumValue(this.#one(type.getValues()).name);
    return this.#one(SAMPLES.find(([name]) => name.test(type.name))?.[1] ?? TEXTS);
  }

  /** A value of the type, or a wrong one. With `named`, parts of it may be variables. */
  #value(type: GraphQLInputType, depth: number, named: boolean): unknown {
    if (this.#in100(this.#wrongs)) return this.#one(WRONG);
    if (named && this.#in100(12)) return this.#variable(type, depth);
    return this.#fitting(isNonNullType(type) ? type.ofType : type, depth, named);
  }

  /** A value of the nullable type. A list of one entry may be given as that entry (GraphQL 3.11). */
  #fitting(type: GraphQLInputType, depth: number, named: boolean): unknown {
    if (isListType(type)) {
      const items = this.#random(fc.nat, 3) - 1;
      if (items < 0) return this.#fitting(getNullableType(type.ofType), depth, false);
      return Array.from({ length: items }, () => this.#value(type.ofType, depth, named));
    }
    if (isLeafType(type)) return this.#leaf(type);
    return isInputObjectType(type) ? this.#entries(Object.values(type.getFields()), depth, named) : null;
  }

  #entries(fields: readonly (GraphQLInputField | GraphQLArgument)[], depth: number, named: boolean): Record<string, unknown> {
    const taken = fields.filter(({ type }) => (isNonNullType(type) ? !this.#in100(this.#wrongs) : depth > 0 && this.#in100(30)));
    return Object.fromEntries(taken.map(({ name, type }) => [name, this.#value(type, depth - 1, named)]));
  }

  #variable(type: GraphQLInputType, depth: number): Variable {
    const nullable = isNonNullType(type) ? type.ofType : type;
    const [exact, loose, begin] = [String(type), String(nullable), literalOf(this.#fitting(nullable, 1, false))];
    const name = `$v${this.#declared.length}`;
    // A type that fits, or any of these: whether a nullable one does depends on its default.
    const fitting = [exact, `${loose}!`, `${exact} = ${begin}`];
    const declared = this.#one(this.#in100(this.#wrongs) ? [loose, `${loose} = ${begin}`, `${loose}! = ${begin}`] : fitting);
    this.#declared.push(`${name}: ${declared}`);
    if (!this.#in100(/!( =|$)/.test(declared) ? this.#wrongs : 15)) this.#variables[name.slice(1)] = this.#value(type, depth, false);
    return new Variable(name);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = Object.entries(this.#entries(field.args, INPUT_DEPTH, true)).map(([name, value]) => `${name}: ${literalOf(value)}`);
    const type = getNamedType(field.type);
    return `${field.name}${given.length === 0 ? '' : `(${given.join(', ')})`}${isObjectType(type) ? this.#selection(type, depth) : ''}`;
  }

  #selection(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter((field) =>
      isLeafType(getNamedType(field.type)) ? this.#in100(50) : depth > 0 && this.#in100(35),
    );
    return ` { ${['__typename', ...fields.map((field) => this.#field(field, depth - 1))].join(' ')} }`;
  }
}

/** Makes one request to `schema`. */
export function randomRequest(schema: GraphQLSchema, random: fc.GeneratorValue): RandomRequest {
  return new Request(random).write(schema);
}
