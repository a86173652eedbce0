/** The content rules against the migrated project: names that exist, tables that have a rule, foreign keys that are looked up. */
import { type FieldNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as rules from '../../../../shared/content/content-rules.ts';
import { QUERY_TEXTS } from '../../../../shared/graphql/generated/all.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { column, openProjectDatabase, type ProjectDatabase } from './database.ts';

let database: ProjectDatabase;
let catalog: Catalog;
beforeAll(async () => {
  database = await openProjectDatabase();
  catalog = await readCatalog(database);
}, 60_000);
afterAll(() => database.close());

const { SETTINGS_TABLE, FILE_TABLE, PERSON_TABLE, PUBLISHED_COLUMN, RELATED_FILE_COLUMNS, RELATED_ROW_COLUMNS, SCHEDULED_COLUMNS } = rules;
const LOOKUP_TABLES: readonly string[] = Object.keys(rules.LOOKUP_VARIABLES);
const EDITORIAL_COLUMNS = Object.values(rules.EDITORIAL_COLUMNS).flat();

/** Every column that the rules name together with its table, as `table.column`. */
const COLUMNS_OF_TABLES: readonly string[] = [
  `${SETTINGS_TABLE}.${rules.TIME_ZONE_COLUMN}`,
  ...Object.values(rules.PICTURE_SIZE_COLUMNS).map((name) => `${FILE_TABLE}.${name}`),
  ...Object.entries(rules.SITE_WIDE_COLUMNS).flatMap(([table, columns]) => Object.keys(columns).map((name) => `${table}.${name}`)),
  ...Object.entries(RELATED_FILE_COLUMNS).flatMap(([table, columns]) => columns.map((name) => `${table}.${name}`)),
  ...Object.entries(RELATED_ROW_COLUMNS).flatMap(([table, { columns }]) => columns.map((name) => `${table}.${name}`)),
  ...SCHEDULED_COLUMNS.flatMap(({ table, column: name }) => [`${table}.${name}`, `${table}.${PUBLISHED_COLUMN}`]),
];

/** Tables of the rules that say what a change of their rows reaches beyond its own groups. */
const TABLES_WITH_RULES: readonly string[] = [
  FILE_TABLE,
  PERSON_TABLE,
  ...rules.SITE_STATE_TABLES,
  ...Object.keys(rules.SITE_WIDE_COLUMNS),
  ...rules.PERSON_ROLE_TABLES,
  ...LOOKUP_TABLES,
  ...Object.keys(RELATED_FILE_COLUMNS),
  ...Object.keys(RELATED_ROW_COLUMNS),
  ...SCHEDULED_COLUMNS.map(({ table }) => table),
];

const ALL_TABLES: readonly string[] = [
  rules.AUDIT_TABLE,
  ...TABLES_WITH_RULES,
  ...rules.LOOKED_UP_ON_UPDATE,
  ...Object.values(RELATED_ROW_COLUMNS).map(({ of }) => of),
  ...rules.DAILY_VIEWS,
  ...Object.entries(rules.SCHEDULE_SOURCES).flat(2),
  ...rules.TABLES_WITHOUT_RULES,
  ...rules.TABLES_WITHOUT_PAGES,
];

const columnsOf = (table: string): readonly string[] => catalog.columns.get(`public.${table}`) ?? [];
const isPublic = (table: string): boolean => catalog.columns.has(`public.${table}`);

describe('names in the content rules', () => {
  it('every name of a table is a table or view of the project', () => {
    expect(new Set(ALL_TABLES.filter((table) => !isPublic(table)))).toEqual(new Set());
  });

  it('every name of a column is a column of its table', () => {
    const missing = COLUMNS_OF_TABLES.filter((name) => {
      const [table = '', columnName = ''] = name.split('.');
      return !columnsOf(table).includes(columnName);
    });
    expect(missing).toEqual([]);
  });

  it('every name of a column without a table is a column of some table', () => {
    const known = new Set([...catalog.columns].filter(([table]) => table.startsWith('public.')).flatMap(([, names]) => names));
    const named = [...EDITORIAL_COLUMNS, ...rules.KEY_COLUMNS, ...Object.keys(rules.HTML_PROFILES)];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('each name stands once in a list', () => {
    for (const list of [EDITORIAL_COLUMNS, rules.SITE_STATE_TABLES, rules.TABLES_WITHOUT_RULES])
      expect(new Set(list).size).toBe(list.length);
  });

  it('the groups of tables that routes name are tables of the project', () => {
    const input = { path: '/', params: {}, search: { q: ['aposentadoria'] } };
    const calls = ROUTES.flatMap((route) => [...(route.main === null ? [] : [route.main(input)]), ...route.late(input)]);
    const named = [...ROUTES, ...calls].flatMap(({ groups = [] }) => groups);
    const tables = named.map((group) => group.split(':', 1)[0] ?? '');
    expect(tables).not.toEqual([]);
    expect(tables.filter((table) => !isPublic(table))).toEqual([]);
  });
});

describe('a table that tells the changes of its rows', () => {
  it('has a rule, or is listed as one that needs none', async () => {
    // A change of a vocabulary names no row and purges everything.
    const telling = await column(
      database,
      `select g.tgrelid::regclass::text from pg_trigger g join pg_proc p on p.oid = g.tgfoid
        where g.tgname = 'notificar_mudanca' and p.proname = 'notificar_mudanca'`,
    );
    const ruled = new Set([...TABLES_WITH_RULES, ...rules.TABLES_WITHOUT_PAGES]);
    expect(
      telling
        .map(String)
        .filter((table) => !ruled.has(table))
        .toSorted(),
    ).toEqual(rules.TABLES_WITHOUT_RULES.toSorted());
  });
});

/**
 * Columns of rows that editors publish whose change purges hard: they decide who sees the row or where it stands, or belong to a table that is edited
 * too rarely to matter. A column that is in neither list is one that nobody has thought about.
 */
const NOT_EDITORIAL: Readonly<Record<string, string>> = {
  banner_comunicado: 'exibir_de exibir_ate ordem',
  calendario_beneficio: 'tipo inicio fim ultimo_dia',
  comunicado: 'tipo prioridade publico_alvo valido_de valido_ate publicado_em ano_publicacao mes_publicacao',
  declaracao_inexistencia: 'categoria_slug exercicio competencia_inicio competencia_fim texto signatario cargo declarado_em arquivo_id',
  documento: `categoria_slug numero exercicio competencia_inicio competencia_fim data_ato publicado_em orgao_id reuniao_id tipo_id situacao_id
    modalidade interessado valor vigencia_inicio vigencia_fim licitacao_id substitui_documento_id revogado_por_documento_id contem_dado_pessoal ordem
    retirado_em retirado_motivo fora_da_busca_em`,
  membro_orgao: `orgao_id pessoa_id cargo condicao representa ato_nomeacao_documento_id mandato_inicio mandato_fim certificacao certificacao_nivel
    certificacao_validade ordem`,
  noticia: 'slug categoria_noticia_id destaque publicado_em ano_publicacao mes_publicacao',
  pagina: 'slug categoria publicado_em responsavel_unidade_id',
  pergunta_frequente: 'categoria_id ordem destaque',
  progestao_certificacao: 'nivel versao_manual certificadora certificado_em valido_ate arquivo_id',
  reuniao: 'orgao_id numero ano tipo inicio fim local modalidade pauta_html situacao ata_documento_id video_url',
  servico: `slug nome publico requisitos documentos_exigidos etapas prazo_maximo_dias canais custo unidade_id base_legal ordem prioridade inicio_rotulo
    inicio_endereco`,
  unidade: `nome sigla unidade_superior_id tipo titular_pessoa_id endereco numero bairro cep cidade uf latitude longitude horario
    norma_criacao_documento_id ordem`,
};

it('every column of rows that editors publish is editorial or listed as one that is not', async () => {
  const tables = (await column(database, `select tgrelid::regclass::text from pg_trigger where tgname = 'notificar_mudanca'`))
    .map(String)
    .filter((table) => columnsOf(table).includes(PUBLISHED_COLUMN));
  expect(tables.toSorted()).toEqual(Object.keys(NOT_EDITORIAL));
  const known = new Set<string>([...EDITORIAL_COLUMNS, PUBLISHED_COLUMN, 'id', 'criado_em', 'atualizado_em']);
  const other = (table: string): string =>
    columnsOf(table)
      .filter((name) => !known.has(name))
      .toSorted()
      .join(' ');
  const listed = Object.entries(NOT_EDITORIAL).map(([table, names]) => [table, names.split(/\s+/).toSorted().join(' ')]);
  expect(
    Object.fromEntries(tables.map((table) => [table, other(table)])),
    'a column goes into EDITORIAL_COLUMNS of shared/content/content-rules.ts, or into NOT_EDITORIAL here where it decides who sees the row or where',
  ).toEqual(Object.fromEntries(listed));
});

function operationOf(text: string): OperationDefinitionNode {
  const operation = parse(text).definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('the text holds no operation');
  return operation;
}

function fieldsOf(node: OperationDefinitionNode | FieldNode): readonly FieldNode[] {
  return (node.selectionSet?.selections ?? []).filter((selection) => selection.kind === Kind.FIELD);
}

/** Rows that are shown only below the row that they refer to, whose page the change of that row purges. */
const SHOWN_BELOW_THEIR_PARENT = [
  'documento_versao.documento_id',
  'contrato_fiscal.documento_id',
  'instituicao_credenciada.documento_id',
  'pagamento.documento_id',
];

describe('the operation that looks up the rows around a change', () => {
  const text = QUERY_TEXTS.EmVoltaDasMudancas;

  it('selects the columns of the rules and no other', () => {
    const selected = fieldsOf(operationOf(text)).map((table) => [
      table.name.value,
      fieldsOf(table)
        .map(({ name }) => name.value)
        .filter((name) => name !== '__typename'),
    ]);
    const ruled = Object.entries(RELATED_ROW_COLUMNS).map(([table, { columns }]) => [table, columns]);
    expect(Object.fromEntries(selected)).toEqual({ ...RELATED_FILE_COLUMNS, ...Object.fromEntries(ruled) });
  });

  it('takes the variables of the rules and no other', () => {
    const declared = (operationOf(text).variableDefinitions ?? []).map(({ variable }) => variable.name.value);
    expect(declared.toSorted()).toEqual(Object.values(rules.LOOKUP_VARIABLES).toSorted());
  });

  it('asks for every foreign key to a table that is looked up when its rows change', () => {
    const referring = catalog.foreignKeys
      .filter(({ child, parent }) => child.startsWith('public.') && rules.LOOKED_UP_ON_UPDATE.some((table) => parent === `public.${table}`))
      .map(({ child, column: name }) => ({ table: child.slice('public.'.length), name }));
    const asked = new Map(fieldsOf(operationOf(text)).map((field) => [field.name.value, JSON.stringify(field.arguments)]));
    const unasked = referring.filter(({ table, name }) => asked.get(table)?.includes(`"value":"${name}"`) !== true);
    expect(unasked.map(({ table, name }) => `${table}.${name}`).toSorted()).toEqual(SHOWN_BELOW_THEIR_PARENT.toSorted());
  });
});

describe('the operation of the state of the site', () => {
  it('reads tables of the rules', () => {
    const read = fieldsOf(operationOf(QUERY_TEXTS.EstadoDoSite)).map(({ name }) => name.value);
    expect(read.filter((table) => !rules.SITE_STATE_TABLES.some((known) => known === table))).toEqual([]);
  });
});
