import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { momentTables } from '../../../../server/backend/publication/next-moments.ts';
import { DAILY_VIEWS, SCHEDULED_COLUMNS } from '../../../../shared/content/content-rules.ts';
import { readTables } from '../../../unit/project/metadata.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { openProjectDatabase, type ProjectDatabase } from './database.ts';
import {
  clockFunctions,
  operatorsOf,
  type ReadView,
  reachedByFilter,
  readViews,
  type TimeComparison,
  timedTables,
  viewsFilledWithClock,
} from './time-comparisons.ts';

const tables = readTables();

let database: ProjectDatabase;
let catalog: Catalog;
let views: readonly ReadView[];

beforeAll(async () => {
  database = await openProjectDatabase();
  catalog = await readCatalog(database);
  views = (await readViews(database)).filter(({ name }) => !EDITORS_ONLY.has(name));
});

afterAll(async () => {
  await database.close();
});

/** A day that begins or has begun by today changes what is seen at its beginning; one that has not ended yet does at its end. */
function kindOf({ clock, operator }: TimeComparison): string {
  if (clock === 'now') return 'moment';
  return operator === '<=' || operator === '>' ? 'first_day' : 'last_day';
}

/** Reports that editors alone read: nothing that they show appears on a page when its moment comes. */
const EDITORS_ONLY: ReadonlySet<string> = new Set(
  [...tables.values()]
    .filter(({ select_permissions: select }) => select.length > 0 && select.every(({ role }) => role === 'editor'))
    .map(({ table }) => table.slice('public.'.length)),
);

/** The rows of a list are of tables whose own moments count, and what is wrong with an import stands on no page. */
const BOUND_ELSEWHERE: ReadonlySet<string> = new Set(['item_listado', 'problema_da_importacao']);

const publicFilters = [...tables].flatMap(([table, { select_permissions: permissions }]) =>
  permissions.filter(({ role }) => role === 'public').map(({ permission }) => ({ table, filter: permission.filter })),
);

describe('a column that is compared with the clock', () => {
  it('stands in the list of publication moments, which names no other column', () => {
    const compared = views.flatMap(({ comparisons }) => comparisons.map((each) => `${each.table}.${each.column} ${kindOf(each)}`));
    const known = SCHEDULED_COLUMNS.map(({ table, column, kind }) => `${table}.${column} ${kind}`);
    expect(compared).toContain('documento.retirado_em moment');
    expect(known.toSorted()).toEqual([...new Set(compared)].toSorted());
  });

  it('is compared directly, except in the views whose rows are computed anew each day', async () => {
    const others = views.filter(({ otherReadings }) => otherReadings > 0).map(({ name }) => name);
    const filled = (await viewsFilledWithClock(database)).filter((name) => !BOUND_ELSEWHERE.has(name));
    expect([...others, ...filled].toSorted()).toEqual(DAILY_VIEWS.toSorted());
  });

  it('is compared through one function that reads the clock', async () => {
    // The other one removes what is too old from the record of changes.
    expect(await clockFunctions(database)).toEqual(['hoje', 'podar_mudancas']);
  });

  it('reaches a permission through a view and never through a literal', () => {
    const operators = new Set(publicFilters.flatMap(({ filter }) => operatorsOf(filter)));
    expect(['_lt', '_lte', '_gt', '_gte'].filter((operator) => operators.has(operator))).toEqual([]);
  });

  it('counts for every table and view that the public sees through such a view', () => {
    // Pages read no table of the storage; files are answered by their own door.
    const ofPages = publicFilters.filter(({ table }) => table.startsWith('public.'));
    const decided = ofPages.flatMap(({ table, filter }) => {
      const name = table.replace(/^public\./, '');
      const relations = [name, ...reachedByFilter(table, filter, tables, catalog)];
      return [...new Set(relations.flatMap((relation) => timedTables(relation, views)))].map((by) => ({ name, by }));
    });
    expect(decided).toContainEqual({ name: 'contrato_fiscal', by: 'documento' });
    expect(decided.filter(({ name, by }) => !momentTables(name).includes(by))).toEqual([]);
  });
});
