import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CHANGE_HORIZON, CHANGE_LOG, TABLES_WITHOUT_PAGES } from '../../../../shared/content/content-rules.ts';
import { CASE_VIEWS } from '../../../unit/project/case-views.ts';
import type { TrackedTable } from '../../../unit/project/metadata.ts';
import { filter, readTables } from '../../../unit/project/metadata.ts';
import type { Catalog } from './catalog.ts';
import { readCatalog } from './catalog.ts';
import { column, openProjectDatabase, type ProjectDatabase } from './database.ts';

const INTERNAL_COLUMNS = new Set('criado_em enviado_por alterado_por snapshot caminho_storage password_hash refresh_token_hash'.split(' '));

const tables = readTables();
let database: ProjectDatabase;
let catalog: Catalog;

beforeAll(async () => {
  database = await openProjectDatabase();
  catalog = await readCatalog(database);
});

afterAll(async () => {
  await database.close();
});

const hasColumn = (table: string, name: string) => catalog.columns.get(table)?.includes(name) === true;

function writes(table: TrackedTable): readonly string[] {
  return [...table.insert_permissions, ...table.update_permissions].flatMap(({ permission }) => [
    ...permission.columns,
    ...Object.keys(permission.set ?? {}),
  ]);
}

function publicSelect(table: TrackedTable | undefined): TrackedTable['select_permissions'][number]['permission'] | undefined {
  return table?.select_permissions.find(({ role }) => role === 'public')?.permission;
}

function targetOf(table: string, relationship: string): string | undefined {
  const using = tables.get(table)?.object_relationships.find(({ name }) => name === relationship)?.using;
  if (using === undefined) return undefined;
  if ('manual_configuration' in using) return using.manual_configuration.remote_table;
  return catalog.foreignKeys.find((key) => key.child === table && key.column === using.foreign_key_constraint_on)?.parent;
}

/** The names in a filter that are neither a column nor an object relationship of the table that they are asked of. */
function unknownNames(table: string, condition: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(condition).flatMap(([key, value]): readonly string[] => {
    if (key === '_and' || key === '_or') {
      return z
        .array(filter)
        .parse(value)
        .flatMap((item) => unknownNames(table, item));
    }
    if (key === '_not') return unknownNames(table, filter.parse(value));
    if (hasColumn(table, key)) return [];
    const target = targetOf(table, key);
    return target === undefined ? [`${table}.${key}`] : unknownNames(target, filter.parse(value));
  });
}

/** Read with the admin secret alone, or by those who answer citizens. */
const NOT_FOR_EDITORS: ReadonlySet<string> = new Set(
  [CHANGE_LOG.table, CHANGE_HORIZON.view, 'ensaio', ...CASE_VIEWS].map((name) => `public.${name}`),
);

describe('permissions', () => {
  it('name only columns that exist', () => {
    const unknown = [...tables.values()].flatMap((table) =>
      [...table.select_permissions.flatMap(({ permission }) => permission.columns), ...writes(table)]
        .filter((name) => !hasColumn(table.table, name))
        .map((name) => `${table.table}.${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('filter by columns and relationships that exist', () => {
    const unknown = [...tables.values()].flatMap((table) =>
      [...table.select_permissions, ...table.update_permissions, ...table.delete_permissions].flatMap(({ permission }) =>
        unknownNames(table.table, permission.filter ?? {}),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('never write a generated column', async () => {
    const generated = await column(
      database,
      `select 'public.' || c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attgenerated = 's'`,
    );
    expect(generated.length).toBeGreaterThan(5);
    const written = [...tables.values()].flatMap((table) => writes(table).map((name) => `${table.table}.${name}`));
    expect(written.filter((name) => generated.includes(name))).toEqual([]);
  });

  it('let an editor read every column of the content and of its audit trail except the search vectors', () => {
    const read = [...tables.values()].filter(
      ({ table }) => table.startsWith('public.') && !table.endsWith('_visivel') && !NOT_FOR_EDITORS.has(table),
    );
    const missing = read.flatMap((table) => {
      const shown = table.select_permissions.find(({ role }) => role === 'editor')?.permission.columns ?? [];
      return (catalog.columns.get(table.table) ?? []).filter((name) => !shown.includes(name)).map((name) => `${table.table}.${name}`);
    });
    expect(missing.toSorted()).toEqual(['public.comunicado.busca', 'public.documento.busca', 'public.noticia.busca']);
  });

  it('give every table that may be updated a version, which editors read and no role writes', async () => {
    const editable = [...tables.values()].filter(
      ({ table, update_permissions }) =>
        table.startsWith('public.') &&
        update_permissions.length > 0 &&
        (!TABLES_WITHOUT_PAGES.includes(table.slice('public.'.length)) || hasColumn(table, 'versao')),
    );
    expect(editable.length).toBeGreaterThan(25);
    expect(editable.filter(({ table }) => !hasColumn(table, 'versao')).map(({ table }) => table)).toEqual([]);
    expect(editable.flatMap((table) => writes(table).filter((name) => name === 'versao'))).toEqual([]);
    const raised = await column(
      database,
      `select 'public.' || c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'versionar'`,
    );
    expect(raised.map(String).toSorted()).toEqual(editable.map(({ table }) => table).toSorted());
  });

  it('let only an administrator write settings, menus, categories, sections, redirects, holidays, criteria of the PNTP, and the channels, subjects and statistics of cases', () => {
    const administered =
      'public.configuracao_site public.menu_item public.categoria_documento public.secao_lai public.redirecionamento public.feriado public.troca_de_conteudo public.canal_atendimento public.assunto public.importacao_de_estatistica public.modelo_resposta public.pntp_criterio';
    const writersOf = (table: TrackedTable): readonly string[] =>
      [...table.insert_permissions, ...table.update_permissions, ...table.delete_permissions].map(({ role }) => role);
    const byAdministrators = [...tables.values()].filter((table) => writersOf(table).includes('administracao'));
    expect(byAdministrators.map(({ table }) => table).toSorted()).toEqual(administered.split(' ').toSorted());
    const byOthers = byAdministrators.filter((table) => writersOf(table).some((role) => role !== 'administracao'));
    expect(byOthers.map(({ table }) => table)).toEqual(['public.importacao_de_estatistica', 'public.modelo_resposta']);
    expect(new Set(byOthers.flatMap(writersOf))).toEqual(new Set(['ouvidoria', 'administracao']));
  });

  it('let no role write accounts and their roles, which `/_session/users` changes, and an administrator read them', () => {
    const accounts = ['auth.users', 'auth.user_roles'].flatMap((name) => tables.get(name) ?? []);
    expect(accounts.map(({ select_permissions }) => select_permissions.map(({ role }) => role))).toEqual([
      ['administracao'],
      ['administracao'],
    ]);
    const writing = accounts.flatMap((table) => [table.insert_permissions, table.update_permissions, table.delete_permissions]);
    expect(writing).toEqual([[], [], [], [], [], []]);
  });

  it('let an editor write no vocabulary and delete no document, news item, notice, page or file', () => {
    const vocabularies = [...tables.values()].filter(({ table }) => catalog.columns.get(table)?.[0] === 'valor');
    expect(vocabularies.length).toBeGreaterThan(10);
    expect(vocabularies.flatMap(writes)).toEqual([]);
    const lasting = ['documento', 'noticia', 'comunicado', 'pagina', 'arquivo', 'documento_versao', 'declaracao_inexistencia'];
    expect(lasting.filter((name) => (tables.get(`public.${name}`)?.delete_permissions.length ?? 1) > 0)).toEqual([]);
  });
});

describe('the public', () => {
  it('may select, and neither insert, update nor delete', () => {
    const content = [...tables.values()].filter(({ table }) => !table.startsWith('auth.'));
    const writers = content.flatMap((table) =>
      [...table.insert_permissions, ...table.update_permissions, ...table.delete_permissions].map(({ role }) => role),
    );
    expect(new Set(writers)).toEqual(new Set(['editor', 'administracao', 'ouvidoria', 'atendimento']));
  });

  it('sees no row of a table with a publication state unless the filter asks for that state', () => {
    const governed = [...tables.values()].filter(({ table }) => hasColumn(table, 'publicado') || hasColumn(table, 'ativo'));
    expect(governed.length).toBeGreaterThan(10);
    const open = governed.filter(
      (table) => publicSelect(table) !== undefined && !/"(publicado|ativo|visivel)"/u.test(JSON.stringify(publicSelect(table)?.filter)),
    );
    expect(open.map(({ table }) => table)).toEqual([]);
  });

  it('sees no child of a governed document, notice or certificate unless the filter goes through the parent', () => {
    const children =
      'documento_arquivo documento_versao documento_relacao contrato_fiscal pagamento numero_documento instituicao_credenciada comunicado_arquivo progestao_avaliacao progestao_evidencia';
    const open = children
      .split(' ')
      .filter((name) => !/"(publicado|visivel)"/u.test(JSON.stringify(publicSelect(tables.get(`public.${name}`))?.filter)));
    expect(open).toEqual([]);
  });

  it('has each visibility view in a filter and selects from none', () => {
    const views = catalog.views.filter((name) => name.endsWith('_visivel'));
    expect(views).toHaveLength(9);
    const governed = views.map((view) => tables.get(view.slice(0, -'_visivel'.length)));
    expect(governed.map((table) => publicSelect(table)?.filter)).toEqual(views.map(() => ({ visivel: { id: { _is_null: false } } })));
    expect(views.flatMap((view) => tables.get(view)?.select_permissions)).toEqual([]);
  });

  it('never reads internal columns nor anything of auth', () => {
    const shown = [...tables.values()].flatMap((table) => (publicSelect(table)?.columns ?? []).map((name) => `${table.table}.${name}`));
    expect(shown.filter((name) => name.startsWith('auth.') || INTERNAL_COLUMNS.has(name.split('.').at(-1) ?? ''))).toEqual([]);
  });

  it('reads whole rows of the files that it may read, as the storage service needs', () => {
    expect(publicSelect(tables.get('storage.files'))?.columns.toSorted()).toEqual(catalog.columns.get('storage.files')?.toSorted());
  });
});
