/**
 * What the code knows of the content model: names of tables and columns, and what a change or the passing of time does to their rows.
 * Everything else about a table is in the migrations, the metadata and the `.graphql` documents.
 *
 * No other `.ts` file names a table but for those that tests/architecture/content-names.test.ts lists with their reasons. Every name here exists in the migrated project,
 * and every table that tells its changes has a rule or stands in `TABLES_WITHOUT_RULES` (tests/integration/project/model/content-rules.test.ts).
 */

/** The notices of changes of the last two days, in the order in which they were written, each with the number of its transaction. */
export const CHANGE_LOG = { table: 'mudanca', key: 'id', transaction: 'transacao', notice: 'aviso' } as const;

/** One row: the number below which every transaction has ended. */
export const CHANGE_HORIZON = { view: 'momento_das_mudancas', column: 'transacao' } as const;

/** What people changed of the content, and administrators of accounts: the older and the newer values, and who did it. */
export const AUDIT_TABLE = 'auditoria';

/** One row with the settings of the site. */
export const SETTINGS_TABLE = 'configuracao_site';

/** Column of `SETTINGS_TABLE`: the zone in which the database counts days. */
export const TIME_ZONE_COLUMN = 'fuso_horario';

/** Describes a stored file; its key is the id of the file. */
export const FILE_TABLE = 'arquivo';

/** Columns of `FILE_TABLE`: pixels of a picture. */
export const PICTURE_SIZE_COLUMNS = { width: 'largura', height: 'altura' } as const;

/** Addresses that lead elsewhere; the server holds all of its rows. */
export const REDIRECT_TABLE = 'redirecionamento';

/**
 * What was done with the demonstration content. The key of a row begins with `retirar` or `devolver`: it was taken away, or brought back.
 */
export const REPLACEMENT_TABLE = 'troca_de_conteudo';

export const PERSON_TABLE = 'pessoa';

/** An editor's own switch, in every table that has one: a row without it is hidden. */
export const PUBLISHED_COLUMN = 'publicado';

/** Columns that identify a row in the results of an operation, in the order of preference. */
export const KEY_COLUMNS = ['id', 'slug', 'codigo'] as const;

/** Columns of HTML with a profile of the sanitiser of their own; any other column whose name ends in `_html` is a passage. */
export const HTML_PROFILES = { titulo_html: 'titulo', corpo_html: 'corpo' } as const;

/** Tables whose rows are part of the state that every page shows. */
export const SITE_STATE_TABLES = [
  SETTINGS_TABLE,
  'menu_item',
  'secao_lai',
  'categoria_documento',
  'documento',
  'contato',
  'orgao_colegiado',
  'membro_orgao',
  PERSON_TABLE,
  'pagina',
  'tipo_comunicado',
  'situacao_documento',
  'tipo_documento',
] as const;

/**
 * Columns with the words, pictures and addresses of a row, in whichever table they are. Any other column decides who sees the row or where it
 * stands, or may do so.
 */
export const EDITORIAL_COLUMNS = {
  titles: ['titulo', 'titulo_html', 'titulo_tamanho', 'subtitulo', 'chapeu', 'legenda', 'seo_titulo', 'seo_descricao'],
  texts: ['resumo', 'resumo_simples', 'corpo_html', 'ementa', 'pergunta', 'resposta_html', 'observacao', 'minicurriculo'],
  duties: ['competencias', 'competencias_html', 'acessibilidade_local'],
  pictures: ['imagem_id', 'foto_arquivo_id', 'foto_alt', 'texto_alternativo', 'alt', 'foco_x', 'foco_y'],
  links: ['link_url', 'link_rotulo', 'url_externa', 'pncp_id', 'pncp_url', 'diario_oficial_edicao', 'diario_oficial_url'],
  sources: ['credito', 'autor', 'fonte', 'tags', 'versao', 'edicao', 'revisado_em', 'revisao_prevista_em'],
  contacts: ['email_institucional', 'telefone_institucional'],
  searchIndexes: ['busca', 'busca_texto', 'texto_extraido'],
} as const;

/**
 * Columns that decide who sees rows of many other tables: an update of one purges everything, in this mode. `soft` where what gets hidden
 * is named by its own groups.
 */
export const SITE_WIDE_COLUMNS: Readonly<Record<string, Readonly<Record<string, 'hard' | 'soft'>>>> = {
  // Publication is judged by the calendar day of this zone.
  [SETTINGS_TABLE]: { [TIME_ZONE_COLUMN]: 'soft' },
  // An inactive category hides its documents and their files.
  categoria_documento: { ativo: 'hard' },
  // Categories, pages and units name units; one that appears is in none of their groups yet.
  unidade: { publicado: 'soft' },
  // A certification hides its assessments and their evidence, and documents name what they are evidence of. It changes every three years.
  progestao_certificacao: { publicado: 'hard' },
};

/** Tables whose rows make the person that they refer to public. */
export const PERSON_ROLE_TABLES = ['membro_orgao', 'unidade'] as const;

/**
 * Tables whose rows other rows and files are seen with. When one of them may have appeared or gone, the operation `EmVoltaDasMudancas` asks
 * the database which; the value is its variable for the keys of this table.
 */
export const LOOKUP_VARIABLES = { documento: 'documentos', comunicado: 'comunicados', reuniao: 'reunioes', pessoa: 'pessoas' } as const;

export type LookupTable = keyof typeof LOOKUP_VARIABLES;

/** The tables of `LOOKUP_VARIABLES` whose own update is looked up; a person is looked up when a role changes (`PERSON_ROLE_TABLES`). */
export const LOOKED_UP_ON_UPDATE = ['documento', 'comunicado', 'reuniao'] as const;

/** Columns of the answer to `EmVoltaDasMudancas` that hold ids of files, which the change may have hidden. */
export const RELATED_FILE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  documento_arquivo: ['arquivo_id'],
  comunicado_arquivo: ['arquivo_id'],
  pessoa: ['foto_arquivo_id'],
};

/** Columns of the answer to `EmVoltaDasMudancas` that hold keys of rows of `of`, beside which the changed row may now appear. */
export const RELATED_ROW_COLUMNS: Readonly<Record<string, { readonly of: string; readonly columns: readonly string[] }>> = {
  documento_relacao: { of: 'documento', columns: ['de_id', 'para_id'] },
  documento: { of: 'documento', columns: ['id'] },
  membro_orgao: { of: 'membro_orgao', columns: ['id'] },
  orgao_colegiado: { of: 'orgao_colegiado', columns: ['id'] },
  reuniao: { of: 'reuniao', columns: ['id'] },
  unidade: { of: 'unidade', columns: ['id'] },
  progestao_evidencia: { of: 'progestao_evidencia', columns: ['id'] },
  // A series stands on the pages of all documents that have a part of it.
  numero_documento: { of: 'indicador', columns: ['indicador_codigo'] },
};

export interface ScheduledColumn {
  readonly table: string;
  readonly column: string;
  /** When the row appears or ends. `moment`: at that instant. `first_day`: when that day begins. `last_day`: when that day ends. */
  readonly kind: 'moment' | 'first_day' | 'last_day';
}

/** Every column that a view of the project compares with the time, so that rows appear or end without a change. */
export const SCHEDULED_COLUMNS: readonly ScheduledColumn[] = [
  { table: 'noticia', column: 'publicado_em', kind: 'moment' },
  { table: 'comunicado', column: 'publicado_em', kind: 'moment' },
  { table: 'comunicado', column: 'valido_de', kind: 'moment' },
  { table: 'comunicado', column: 'valido_ate', kind: 'moment' },
  { table: 'banner_comunicado', column: 'exibir_de', kind: 'moment' },
  { table: 'banner_comunicado', column: 'exibir_ate', kind: 'moment' },
  { table: 'pagina', column: 'publicado_em', kind: 'moment' },
  { table: 'documento', column: 'publicado_em', kind: 'first_day' },
  { table: 'documento', column: 'retirado_em', kind: 'moment' },
  { table: 'declaracao_inexistencia', column: 'declarado_em', kind: 'first_day' },
  { table: 'membro_orgao', column: 'mandato_inicio', kind: 'first_day' },
  { table: 'membro_orgao', column: 'mandato_fim', kind: 'last_day' },
  { table: 'membro_orgao', column: 'certificacao_validade', kind: 'last_day' },
  { table: 'progestao_certificacao', column: 'certificado_em', kind: 'first_day' },
  { table: 'progestao_certificacao', column: 'valido_ate', kind: 'last_day' },
  { table: 'reuniao', column: 'inicio', kind: 'moment' },
  { table: 'reuniao', column: 'fim', kind: 'moment' },
  { table: 'calendario_beneficio', column: 'ultimo_dia', kind: 'last_day' },
];

const CATEGORY_SUMMARY = 'categoria_resumo';

/** What is worked out for the current day, so it ends with it: counts, delays, and which results of the search are no longer in force. */
export const DAILY_VIEWS: readonly string[] = [CATEGORY_SUMMARY, 'relatorio_estatistico', 'resultado_da_busca'];

/**
 * Tables and views whose rows are seen by the schedule of other tables: a view has no columns of its own, and a row may be seen only together
 * with the one that it belongs to. A table that is not here follows its own schedule alone.
 */
export const SCHEDULE_SOURCES: Readonly<Record<string, readonly string[]>> = {
  arquivo: ['documento', 'comunicado', 'noticia', 'banner_comunicado', 'pagina', 'declaracao_inexistencia'],
  comunicado_arquivo: ['comunicado'],
  contrato_fiscal: ['documento'],
  documento_arquivo: ['documento'],
  documento_relacao: ['documento'],
  documento_versao: ['documento'],
  instituicao_credenciada: ['documento'],
  numero_documento: ['documento'],
  pagamento: ['documento'],
  progestao_evidencia: ['documento'],
  categoria_documento: ['documento', 'declaracao_inexistencia'],
  [CATEGORY_SUMMARY]: [CATEGORY_SUMMARY, 'documento', 'declaracao_inexistencia'],
  categoria_exercicio: ['documento'],
  categoria_filtro: ['documento'],
  categoria_situacao: ['documento'],
  documento_retirado: ['documento'],
  // Every search asks for what is promoted, beside the results.
  resultado_promovido: ['resultado_da_busca'],
  parte_do_texto: ['documento', 'comunicado', 'noticia', 'banner_comunicado', 'pagina', 'declaracao_inexistencia'],
  menu_item: ['pagina'],
  noticia_ano: ['noticia'],
  noticia_mes: ['noticia'],
  termo_no_texto: ['pagina', 'noticia', 'comunicado'],
  comunicado_ano: ['comunicado'],
  comunicado_mes: ['comunicado'],
  banner_comunicado_vigente: ['banner_comunicado'],
  comunicado_vigente: ['comunicado'],
  membro_certificado: ['membro_orgao'],
  membro_orgao_vigente: ['membro_orgao'],
  orgao_categoria: ['documento'],
  orgao_colegiado: ['membro_orgao', 'reuniao'],
  progestao_certificacao_vigente: ['progestao_certificacao'],
  reuniao_futura: ['reuniao'],
  calendario_beneficio_vigente: ['calendario_beneficio'],
};

/** Tables whose changes alter nothing but what names the row itself or a row that it refers to. */
export const TABLES_WITHOUT_RULES: readonly string[] = [
  'assunto',
  'canal_atendimento',
  'categoria_noticia',
  'contrato_fiscal',
  'documento_versao',
  'faq_categoria',
  'feriado',
  'indicador',
  'instituicao_credenciada',
  'pagamento',
  'pergunta_frequente',
  'pntp_criterio',
  'pntp_lista',
  'progestao_acao',
  'progestao_avaliacao',
  'progestao_dimensao',
  'progestao_item',
  'progestao_requisito',
  REDIRECT_TABLE,
  'resultado_promovido',
  'servico',
  'termo_glossario',
];

/** Tables of those who edit whose changes are told, for live queries. No page shows them, so they purge nothing. */
export const TABLES_WITHOUT_PAGES: readonly string[] = [
  'aprovacao',
  'importacao_de_estatistica',
  'modelo_resposta',
  'planilha_de_documentos',
  'presenca',
  'rascunho',
  REPLACEMENT_TABLE,
];
