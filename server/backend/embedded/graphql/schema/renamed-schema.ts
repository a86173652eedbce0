/**
 * Makes a schema again with the names of another convention. The schema is built with the words of `hasura-default`, which the compiler knows; a
 * field, an argument or a value of an enum that has another name here remembers the one by which it is known. Names of columns, relationships and
 * root fields are the tables' own matter and stay.
 */
import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import type { Naming } from '../model/naming.ts';
import { knownAs } from '../request/known-name.ts';

/** Arguments that the dialect gives; those of keys and functions are columns and arguments of the database. */
const ARGUMENTS = new Set(['batch_size', 'distinct_on', 'on_conflict', 'order_by', 'pk_columns']);
const OPERATOR = /^_/;
/** Fields of these types are words of the dialect. */
const WORDS_ONLY =
  /_(?:aggregate_fields|mutation_response|comparison_exp|on_conflict|stream_cursor_input|aggregate_order_by|updates|arr_rel_insert_input|obj_rel_insert_input)$/;
const COMPARISON = '_comparison_exp';
const SHARED = /^(?:order_by|.*_comparison_exp|jsonb_cast_exp)$/;

class Renaming {
  readonly #naming: Naming;
  readonly #schema: GraphQLSchema;
  readonly #types = new Map<string, GraphQLNamedType>();

  constructor(schema: GraphQLSchema, naming: Naming) {
    this.#schema = schema;
    this.#naming = naming;
  }

  run(): GraphQLSchema {
    const [query, mutation, subscription] = [
      this.#schema.getQueryType(),
      this.#schema.getMutationType(),
      this.#schema.getSubscriptionType(),
    ];
    return new GraphQLSchema({
      query: this.#object(query),
      mutation: this.#object(mutation),
      subscription: this.#object(subscription),
      directives: this.#schema.getDirectives(),
    });
  }

  #object(type: GraphQLObjectType | null | undefined): GraphQLObjectType | null {
    return isObjectType(type) ? this.#type(type) : null;
  }

  #typeName(name: string): string {
    const roots = [this.#schema.getQueryType(), this.#schema.getMutationType(), this.#schema.getSubscriptionType()];
    if (roots.some((root) => root?.name === name)) return name;
    if (!SHARED.test(name)) return this.#naming.ownType(name);
    const compared = name.endsWith(COMPARISON) ? this.#schema.getType(name.slice(0, -COMPARISON.length)) : undefined;
    if (!isEnumType(compared)) return this.#naming.sharedType(name);
    return `${this.#naming.ownType(compared.name)}${this.#naming.sharedType(`x${COMPARISON}`).slice(1)}`;
  }

  #named(type: GraphQLNamedType): GraphQLNamedType {
    const known = this.#types.get(type.name);
    if (known !== undefined) return known;
    const renamed = this.#renamed(type);
    this.#types.set(type.name, renamed);
    return renamed;
  }

  #renamed(type: GraphQLNamedType): GraphQLNamedType {
    if (isScalarType(type)) return type;
    const name = this.#typeName(type.name);
    if (isEnumType(type)) return this.#enum(type, name);
    if (isInputObjectType(type)) {
      const config = type.toConfig();
      return new GraphQLInputObjectType({ ...config, name, fields: () => this.#inputFields(type.name, config.fields) });
    }
    if (isObjectType(type)) {
      const config = type.toConfig();
      return new GraphQLObjectType({ ...config, name, fields: () => this.#fields(type.name, config.fields) });
    }
    throw new Error('a schema holds a type that the dialect does not have; please report it');
  }

  #enum(type: GraphQLEnumType, name: string): GraphQLEnumType {
    const config = type.toConfig();
    const isOfWords = type.name === 'order_by' || type.name.endsWith('_enum');
    if (!isOfWords) return new GraphQLEnumType({ ...config, name });
    const values = Object.entries(config.values).map(([value, item]) => {
      const { value: _value, ...rest } = item;
      return [this.#naming.enumValue(value), { ...rest, ...knownAs(value) }] as const;
    });
    return new GraphQLEnumType({ ...config, name, values: Object.fromEntries(values) });
  }

  #type<T extends GraphQLType>(type: T): T {
    if (isNonNullType(type)) return new GraphQLNonNull(this.#type(type.ofType)) as unknown as T;
    if (isListType(type)) return new GraphQLList(this.#type(type.ofType)) as unknown as T;
    return this.#named(type as GraphQLNamedType) as T;
  }

  #entry<T extends { type: GraphQLType }>(name: string, isWord: boolean, config: T): readonly [string, T] {
    const renamed = { ...config, type: this.#type(config.type) };
    const shown = isWord ? this.#naming.field(name) : name;
    return shown === name ? [name, renamed] : [shown, { ...renamed, ...knownAs(name) }];
  }

  #inputFields(typeName: string, fields: Record<string, GraphQLInputFieldConfig>): Record<string, GraphQLInputFieldConfig> {
    const isOfWords = WORDS_ONLY.test(typeName);
    return Object.fromEntries(Object.entries(fields).map(([name, config]) => this.#entry(name, isOfWords, config)));
  }

  #fields(
    typeName: string,
    fields: Record<string, GraphQLFieldConfig<unknown, unknown>>,
  ): Record<string, GraphQLFieldConfig<unknown, unknown>> {
    const isOfWords = WORDS_ONLY.test(typeName);
    const renamed = Object.entries(fields).map(([name, config]) => {
      const [shown, field] = this.#entry(name, isOfWords, config);
      return [shown, { ...field, args: this.#arguments(config.args ?? {}) }] as const;
    });
    return Object.fromEntries(renamed);
  }

  #arguments(args: GraphQLFieldConfigArgumentMap): GraphQLFieldConfigArgumentMap {
    const entries = Object.entries(args).map(([name, config]) => this.#entry(name, ARGUMENTS.has(name) || OPERATOR.test(name), config));
    return Object.fromEntries(entries);
  }
}

export function renamedSchema(schema: GraphQLSchema, naming: Naming): GraphQLSchema {
  return naming.isPlain ? schema : new Renaming(schema, naming).run();
}
