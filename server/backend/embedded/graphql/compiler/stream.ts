/**
 * Writes `T_stream`: the rows behind a cursor, in its order, as many as fit into a batch. Beside them stands the value of the last one, where the
 * next batch begins. Rows with the same value as the last of a batch are passed over, as in Hasura: a cursor is meant for a unique column.
 */
import { ensured, validationFault } from '../errors.ts';
import { allOf, type BoolExp, type Operand } from '../model/bool-exp.ts';
import { type Operator, operatorsOf } from '../model/operators.ts';
import type { RoleField, RoleTable } from '../model/role-table.ts';
import { entriesIn, type Input } from '../request/input.ts';
import type { SelectedField } from '../request/selection.ts';
import { seenColumnSql } from './bool-sql.ts';
import { limitOf, rowsSql } from './rows.ts';
import { type CompileContext, rowSql } from './select.ts';
import { columnMember, readOperand, readWhere, seen } from './where.ts';

/** Names of the two columns of the statement. */
export const STREAM_ROWS = 'c0';
export const STREAM_CURSOR = 'cursor';

interface Cursor {
  readonly member: Extract<RoleField, { kind: 'column' }>;
  readonly isDescending: boolean;
  readonly initial: Input;
}

function cursorsOf(table: RoleTable, item: Input): readonly Cursor[] {
  const entries = entriesIn(item);
  const ordering = entries.get('ordering');
  return [...entriesIn(entries.get('initial_value'))].map(([name, initial]) => {
    return { member: columnMember(table, name), isDescending: ordering?.kind === 'enum' && ordering.name === 'DESC', initial };
  });
}

/** @throws GraphqlFault for none, and for more than one column */
function cursorOf(table: RoleTable, field: SelectedField): Cursor {
  const given = ensured(field.args.get('cursor'));
  const [cursor, second] = (given.kind === 'list' ? given.items : []).flatMap((item) => cursorsOf(table, item));
  if (cursor === undefined) throw validationFault('one streaming column field is expected', `${field.path}.args`);
  if (second !== undefined) throw validationFault('multiple column cursors are not supported yet', `${field.path}.args`);
  return cursor;
}

/** The first run begins at the value of the request, each other one where the last has ended. */
function movingOperand({ member, initial }: Cursor, operator: Operator): Operand {
  const first = readOperand(member.column.type, operator, initial);
  const { cast } = first.kind === 'value' || first.kind === 'constant' ? first : { cast: 'pg_catalog.bool' };
  return {
    kind: 'value',
    cast,
    bind: (inputs) => {
      if (inputs.cursor !== undefined) return inputs.cursor;
      switch (first.kind) {
        case 'value':
          return first.bind(inputs);
        case 'constant':
          return first.text;
        case 'boolean':
          return String(first.value);
      }
    },
  };
}

function behind(cursor: Cursor): BoolExp {
  const { member, isDescending } = cursor;
  const operator = ensured(operatorsOf(member.column.type).find(({ name }) => name === (isDescending ? '_lt' : '_gt')));
  const subject = { kind: 'column', ...seen(member), asText: false } as const;
  return { kind: 'compare', subject, operator, operand: movingOperand(cursor, operator) };
}

/** Returns the whole statement. @throws GraphqlFault */
export function streamSql(context: CompileContext, table: RoleTable, field: SelectedField): string {
  const { model, statement } = context;
  const cursor = cursorOf(table, field);
  const { member, isDescending } = cursor;
  const where = field.args.get('where');
  const conditions = [table.filter, behind(cursor), ...(where?.kind === 'object' ? [readWhere(model, table, where)] : [])];
  const rows = rowsSql(statement, {
    table,
    source: () => statement.relation(table.table.name),
    join: () => [],
    cap: table.limit,
    args: {
      distinctOn: [],
      // The order of an index; no null is behind a cursor.
      orderings: [
        {
          direction: isDescending ? 'desc' : 'asc',
          expression: (builder, alias) => seenColumnSql(builder, seen(member), alias),
          column: member.column,
        },
      ],
      limit: limitOf(field.args.get('batch_size')),
      offset: undefined,
      where: allOf(conditions),
    },
  });
  const alias = statement.alias();
  const list = `coalesce(json_agg(${rowSql(context, table, field.fields, alias)}), '[]'::json)::text as ${STREAM_ROWS}`;
  const last = `(array_agg((${seenColumnSql(statement, seen(member), alias)})::text))[count(*)] as ${STREAM_CURSOR}`;
  return `select ${list}, ${last} from (${rows}) as ${alias}`;
}
