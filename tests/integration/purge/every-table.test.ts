/** Whatever may be edited and is shown, its edit reaches every page that shows it: what the edge serves is what the origin would answer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { readTables } from '../../unit/project/metadata.ts';
import { type ContentSite, startContentSite } from './content-site.ts';
import { EDITS, EVERY_PAGE, EVERY_TABLE, ON_NO_PAGE } from './every-table-content.ts';

let site: ContentSite;
beforeAll(async () => {
  site = await startContentSite(EVERY_TABLE);
}, 120_000);
afterEach(() => site.throwFaults());
afterAll(() => site.close());

const fromOrigin = (): Promise<readonly string[]> => Promise.all(EVERY_PAGE.map((page) => site.fresh(page)));
const fromEdge = (): Promise<readonly string[]> => Promise.all(EVERY_PAGE.map(async (page) => (await site.get(page)).body));

/** Pages whose texts differ. */
function differing(some: readonly string[], others: readonly string[]): readonly string[] {
  return EVERY_PAGE.filter((_page, index) => some[index] !== others[index]);
}

function splitAt(page: string): readonly [path: string, query: URLSearchParams] {
  const [path = '', query = ''] = page.split('?', 2);
  return [path, new URLSearchParams(query)];
}

describe('an edit of a visible column', () => {
  it.each(Object.entries(EDITS))('an edit of a visible column of %s purges every page that shows it', async (table, edit) => {
    const before = await fromEdge();
    await site.edit(`update ${table} set ${edit}`);
    await site.reloaded();
    await site.refreshed();
    const now = await fromOrigin();
    expect(differing(before, now)).not.toEqual([]);
    expect(differing(await fromEdge(), now)).toEqual([]);
  });
});

describe('an update that hides a row or shows it again', () => {
  afterEach(() => site.restart());

  it('purges every page that shows the row or what is seen with it', async () => {
    const columns = `select table_name || '.' || column_name from information_schema.columns
      where table_schema = 'public' and column_name in ('publicado', 'ativo') and table_name = any ('{${Object.keys(EDITS).join()}}') order by 1`;
    const missed: string[] = [];
    for (const name of await site.column(columns)) {
      const [table = '', column = ''] = String(name).split('.');
      for (const shown of [false, true]) {
        await fromEdge();
        await site.edit(`update ${table} set ${column} = ${shown}${EDITS[table]?.replace(/^.*? where /, ' where ') ?? ''}`);
        await site.reloaded();
        await site.refreshed();
        for (const page of differing(await fromEdge(), await fromOrigin())) missed.push(`${table}.${column} = ${shown}: ${page}`);
      }
    }
    expect(missed).toEqual([]);
  }, 60_000);
});

describe('a CPF in the texts of every row', () => {
  afterEach(() => site.restart());

  it('is masked on every page, wherever a column takes it', async () => {
    const columns = [...readTables()].flatMap(([table, { select_permissions: permissions }]) =>
      (permissions.find(({ role }) => role === 'public')?.permission.columns ?? []).map((column) => `('${table}', '${column}')`),
    );
    // A column that refuses the number, or that the database makes itself, stays as it is.
    await site.edit(`do $$ declare lugar record; begin
      for lugar in select c.table_name, c.column_name from information_schema.columns c
        join information_schema.tables t on t.table_schema = 'public' and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
        join (values ${columns.join()}) lidas (tabela, coluna) on lidas.tabela = 'public.' || c.table_name and lidas.coluna = c.column_name
       where c.table_schema = 'public' and c.data_type = 'text' and c.is_generated = 'NEVER' loop
        begin execute format('update public.%1$I set %2$I = concat(%2$I, $1) where ctid in (select ctid from public.%1$I limit 6)', lugar.table_name, lugar.column_name) using ' 529.982.247-25';
        exception when others then null; end;
      end loop; end $$`);
    await site.reloaded();
    const shown = await Promise.all(EVERY_PAGE.map((page) => site.fresh(page)));
    expect(EVERY_PAGE.filter((_page, index) => shown[index]?.includes('529.982.247-25'))).toEqual([]);
    expect(EVERY_PAGE.filter((_page, index) => !shown[index]?.includes('***.982.247-**'))).toEqual([]);
  });
});

describe('an import of statistics', () => {
  it('purges the report of its channel, and no other page', async () => {
    await fromEdge();
    const csv = 'canal;ano;mes;dimensao;valor;quantidade\nouvidoria;2025;1;total;;12';
    await site.edit(`insert into importacao_de_estatistica (nome, conteudo) values ('a.csv', '${csv}')`);
    const missed: string[] = [];
    for (const page of EVERY_PAGE) if (!(await site.get(page)).hit) missed.push(page);
    expect(missed).toEqual(['/ouvidoria/relatorioEstatistica']);
    expect(differing(await fromEdge(), await fromOrigin())).toEqual([]);
  });
});

describe('an update of the key of a row', () => {
  afterEach(() => site.restart());
  const statuses = (...ids: string[]): Promise<readonly number[]> =>
    Promise.all(ids.map(async (id) => (await site.get(`/informacoes/bannerComunicado/${id}`)).status));

  it('purges the pages of the old key and of the new one, in both directions', async () => {
    for (const [old, next] of [
      ['1', '9'],
      ['9', '1'],
    ] as const) {
      await fromEdge();
      expect(await statuses(old, next)).toEqual([200, 404]);
      await site.edit(`update banner_comunicado set id = ${next} where id = ${old}`);
      expect(await statuses(old, next)).toEqual([404, 200]);
      expect(differing(await fromEdge(), await fromOrigin())).toEqual([]);
    }
  });
});

describe('the edits above', () => {
  it('cover every table that the public may read', async () => {
    const readable = [...readTables().values()].filter(({ select_permissions: select }) => select.some(({ role }) => role === 'public'));
    const tables = readable.map(({ table }) => table).filter((table) => table.startsWith('public.'));
    const views = await site.column(`select viewname from pg_views where schemaname = 'public'`);
    const edited = tables.map((table) => table.slice('public.'.length)).filter((table) => !views.includes(table));
    expect([...Object.keys(EDITS), ...ON_NO_PAGE].toSorted()).toEqual(edited.toSorted());
  });

  it('are made while every page is stored: EVERY_PAGE names one of each kind of route', async () => {
    await fromEdge();
    const cold = await Promise.all(EVERY_PAGE.map(async (page) => ({ page, ...(await site.get(page)) })));
    expect(cold.filter(({ hit, status }) => !hit || status !== 200).map(({ page, status }) => `${page} ${status}`)).toEqual([]);
    const matches = EVERY_PAGE.map((page) => matchRoute(ROUTES, ...splitAt(page)));
    const shown = new Set(matches.map((match) => (match.kind === 'route' ? match.route.id : null)));
    expect(ROUTES.filter(({ id, cache }) => cache.kind !== 'never' && !shown.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
