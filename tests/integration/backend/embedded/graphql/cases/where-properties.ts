/** Random conditions against a plain evaluation in JavaScript, with SQL's three truth values. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

interface Comentario {
  readonly id: number;
  readonly noticia_id: number;
  readonly texto: string;
  readonly aprovado: boolean;
  readonly nota: number | null;
}

// The rows of the fixture, as the administrator sees them.
const ROWS: readonly Comentario[] = [
  { id: 1, noticia_id: 1, texto: 'bom', aprovado: true, nota: 5 },
  { id: 2, noticia_id: 1, texto: 'ruim', aprovado: false, nota: 1 },
  { id: 3, noticia_id: 2, texto: 'bom', aprovado: true, nota: 4 },
  { id: 4, noticia_id: 4, texto: 'oculto', aprovado: true, nota: 3 },
  { id: 5, noticia_id: 5, texto: 'cedo', aprovado: true, nota: 2 },
  { id: 6, noticia_id: 6, texto: 'fim', aprovado: true, nota: null },
];

type Truth = boolean | null;
type Condition = Readonly<Record<string, unknown>>;
type Scalar = number | string | boolean;

function and(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false;
  return parts.includes(null) ? null : true;
}

function not(value: Truth): Truth {
  return value === null ? null : !value;
}

function or(parts: readonly Truth[]): Truth {
  return not(and(parts.map(not)));
}

function compare(value: Scalar | null, operator: string, operand: unknown): Truth {
  if (operator === '_is_null') return (value === null) === operand;
  const list = Array.isArray(operand) ? (operand as readonly Scalar[]) : [];
  if (operator === '_in') return value === null && list.length > 0 ? null : list.includes(value as Scalar);
  if (operator === '_nin') return not(compare(value, '_in', operand));
  if (value === null) return null;
  const other = operand as Scalar;
  switch (operator) {
    case '_eq':
      return value === other;
    case '_neq':
      return value !== other;
    case '_gt':
      return value > other;
    case '_gte':
      return value >= other;
    case '_lt':
      return value < other;
    default:
      return value <= other;
  }
}

function evaluateKey(row: Comentario, key: string, value: unknown): Truth {
  if (key === '_not') return not(evaluate(row, value as Condition));
  if (key === '_and' || key === '_or') {
    const parts = (value as readonly Condition[]).map((part) => evaluate(row, part));
    return key === '_and' ? and(parts) : or(parts);
  }
  if (key === 'noticia') {
    // Through the relationship and back: some comment of the same notice.
    const inner = (value as { readonly comentarios: Condition }).comentarios;
    return ROWS.some((other) => other.noticia_id === row.noticia_id && evaluate(other, inner) === true);
  }
  const column = row[key as keyof Comentario];
  return and(Object.entries(value as Condition).map(([operator, operand]) => compare(column, operator, operand)));
}

function evaluate(row: Comentario, condition: Condition): Truth {
  return and(Object.entries(condition).map(([key, value]) => evaluateKey(row, key, value)));
}

function comparison(value: fc.Arbitrary<Scalar>): fc.Arbitrary<Condition> {
  return fc.oneof(
    fc.tuple(fc.constantFrom('_eq', '_neq', '_gt', '_gte', '_lt', '_lte'), value).map(([operator, operand]) => ({ [operator]: operand })),
    fc.tuple(fc.constantFrom('_in', '_nin'), fc.array(value, { maxLength: 3 })).map(([operator, operand]) => ({ [operator]: operand })),
    fc.boolean().map((isNull) => ({ _is_null: isNull })),
    fc.constant({}),
  );
}

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison(fc.integer({ min: 0, max: 7 })).map((id) => ({ id })),
    comparison(fc.integer({ min: 0, max: 6 })).map((nota) => ({ nota })),
    comparison(fc.constantFrom('bom', 'ruim', 'oculto')).map((texto) => ({ texto })),
    comparison(fc.boolean()).map((aprovado) => ({ aprovado })),
    fc.constant({}),
    tie('condition').map((inner) => ({ _not: inner })),
    tie('condition').map((comentarios) => ({ noticia: { comentarios } })),
    fc.tuple(fc.constantFrom('_and', '_or'), fc.array(tie('condition'), { maxLength: 3 })).map(([key, parts]) => ({ [key]: parts })),
    fc.tuple(tie('condition'), tie('condition')).map(([left, right]) => ({ ...left, ...right })),
  ),
}));

/** Writes JSON as a GraphQL literal: keys without quotes. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${key}: ${literal(item)}`)
    .join(', ')}}`;
}

export function whereProperties({ ask }: Fixture): void {
  const query = 'query ($w: comentario_bool_exp) { comentario(where: $w, order_by: {id: asc}) { id } }';

  test('a condition in a variable or in the text gives the rows that a plain evaluation gives', async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (where) => {
        const expected = { comentario: ROWS.filter((row) => evaluate(row, where) === true).map(({ id }) => ({ id })) };
        expect(await ask.data(query, { variables: { w: where }, role: 'admin' })).toEqual(expected);
        const written = `{ comentario(where: ${literal(where)}, order_by: {id: asc}) { id } }`;
        expect(await ask.data(written, { role: 'admin' })).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
}
