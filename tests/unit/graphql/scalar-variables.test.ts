/** Anonymous callers may run every operation of the site with variables of their own, so no variable may hold conditions (decision 0005). */
import { Kind, type TypeNode } from 'graphql';
import { describe, expect, test } from 'vitest';
import { SYNTAX_TREES } from '../../../shared/graphql/generated/syntax-trees.ts';

/** Scalars and enums whose value cannot make a statement longer or another one. `order_by` is a direction. */
const ALLOWED: ReadonlySet<string> = new Set([
  'Boolean',
  'Int',
  'String',
  'bigint',
  'smallint',
  'numeric',
  'uuid',
  'date',
  'timestamptz',
  'order_by',
]);

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

describe('variables of public operations', () => {
  test.each(Object.entries(SYNTAX_TREES))('%s takes scalars only', (_name, document) => {
    const variables = document.definitions.flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : [],
    );
    const refused = variables.filter(({ type }) => !ALLOWED.has(namedType(type)));
    expect(refused.map(({ variable }) => variable.name.value)).toEqual([]);
  });
});
