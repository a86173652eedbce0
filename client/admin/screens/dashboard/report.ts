/** What the first screen asks in one request: what is late, scheduled, broken, unfinished and new. Reports that the role may not read are left out. */
import { CASES_ROLE } from '../../../../shared/session/page-session.ts';
import type { Access } from '../../data/access.ts';
import type { RunGraphql } from '../../data/graphql.ts';

/** Rows of a report that the first screen shows; the rest is a number. */
export const SHOWN_ROWS = 8;

export interface LateCategory {
  readonly slug: string;
  readonly rotulo: string;
  readonly resumo: { readonly atrasada_desde: string | null; readonly ultimo_publicado_em: string | null } | null;
}

export interface ScheduledRow {
  readonly tabela: string;
  readonly chave: string;
  readonly titulo: string;
  readonly acao: 'publica' | 'encerra' | 'retira';
  readonly momento: string;
}

export interface BrokenLink {
  readonly tabela: string;
  readonly chave: string;
  readonly destino: string;
}

/** A row that says what another, or the day, denies. */
export interface Contradiction {
  readonly tabela: string;
  readonly chave: string;
  readonly titulo: string;
  readonly problema: string;
}

export interface NamedRow {
  readonly id: string | number;
  readonly titulo?: string;
  readonly nome?: string;
}

export interface Draft {
  readonly tabela: string;
  readonly chave: string | null;
  readonly atualizado_em: string;
}

export interface Change {
  readonly id: number;
  readonly tabela: string;
  readonly chave: string;
  readonly operacao: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly ocorrido_em: string;
  readonly autor: { readonly nome: string } | null;
}

/** A content that waits for the approval of another person (decision 0150). */
export interface AwaitingApproval {
  readonly tabela: string;
  readonly chave: string;
  readonly pedida_por: string | null;
  readonly pedida_em: string;
  readonly autor: { readonly nome: string } | null;
}

/** A content that another person has returned with a reason. */
export interface Returned {
  readonly tabela: string;
  readonly chave: string;
  readonly motivo: string;
  readonly devolvida_em: string;
  readonly autor: { readonly nome: string } | null;
  readonly revisor: { readonly nome: string } | null;
}

/** The last thing that was done with the demonstration. */
export interface Replacement {
  readonly acao: 'retirar' | 'devolver';
  readonly linhas: number;
  readonly feita_em: string;
  readonly autor: { readonly nome: string } | null;
}

/** A channel of citizens, as far as somebody has to look after it. */
export interface Channel {
  readonly canal: string;
  readonly endereco_externo: string | null;
  readonly autoridade_recurso_1: string | null;
}

export interface DashboardReport {
  readonly awaiting?: readonly AwaitingApproval[];
  readonly returned?: readonly Returned[];
  readonly late?: readonly LateCategory[];
  readonly scheduled?: readonly ScheduledRow[];
  readonly brokenLinks?: readonly BrokenLink[];
  readonly contradictions?: readonly Contradiction[];
  readonly withoutFile?: readonly NamedRow[];
  readonly withoutAlternative?: readonly NamedRow[];
  readonly withoutText?: readonly NamedRow[];
  readonly toReview?: readonly NamedRow[];
  readonly drafts?: readonly Draft[];
  readonly changes?: readonly Change[];
  readonly identity?: readonly { readonly nome: string; readonly logo: string | null; readonly versao: number }[];
  readonly contacts?: readonly { readonly id: number }[];
  readonly pages?: readonly { readonly id: number }[];
  readonly units?: readonly { readonly id: number }[];
  readonly bodies?: readonly { readonly id: number }[];
  readonly members?: readonly { readonly id: number }[];
  readonly services?: readonly { readonly id: number }[];
  readonly documents?: readonly { readonly id: number }[];
  /** Roles of accounts that may sign in and answer citizens. */
  readonly answering?: readonly { readonly id: string }[];
  readonly channels?: readonly Channel[];
  /** The last one that is known. */
  readonly holidays?: readonly { readonly data: string }[];
  readonly replacements?: readonly Replacement[];
  /** A list that somebody has begun. */
  readonly begun?: readonly { readonly slug: string }[];
}

/** Rows of the screen that has one report alone; what is done makes room for the next. */
export const MOST_ROWS = 500;

const LIMIT = 'limit: $linhas';

/** The parts of the request: alias, table, and what is asked of it. */
const PARTS: readonly (readonly [alias: keyof DashboardReport, table: string, rest: string])[] = [
  [
    'awaiting',
    'aprovacao',
    `(where: {situacao: {_eq: "pedida"}}, order_by: {pedida_em: asc}, ${LIMIT}) { tabela chave pedida_por pedida_em autor { nome } }`,
  ],
  [
    'returned',
    'aprovacao',
    `(where: {situacao: {_eq: "devolvida"}}, order_by: {devolvida_em: desc}, ${LIMIT})
      { tabela chave motivo devolvida_em autor { nome } revisor { nome } }`,
  ],
  [
    'late',
    'categoria_documento',
    `(where: {ativo: {_eq: true}, resumo: {situacao_atualizacao: {_eq: "atrasada"}}}, order_by: {resumo: {atrasada_desde: asc}}, ${LIMIT})
      { slug rotulo resumo { atrasada_desde ultimo_publicado_em } }`,
  ],
  ['begun', 'categoria_resumo', '(where: {_or: [{total: {_gt: 0}}, {situacao_atualizacao: {_eq: "em_dia"}}]}, limit: 1) { slug }'],
  ['scheduled', 'agendamento', `(order_by: {momento: asc}, ${LIMIT}) { tabela chave titulo acao momento }`],
  ['brokenLinks', 'ligacao_quebrada', `(${LIMIT}) { tabela chave destino }`],
  ['contradictions', 'contradicao', `(${LIMIT}) { tabela chave titulo problema }`],
  ['withoutFile', 'documento_sem_arquivo', `(order_by: {id: desc}, ${LIMIT}) { id titulo }`],
  ['withoutAlternative', 'imagem_sem_alternativo', `(order_by: {enviado_em: desc}, ${LIMIT}) { id nome }`],
  ['withoutText', 'arquivo_sem_texto', `(order_by: {enviado_em: desc}, ${LIMIT}) { id nome }`],
  ['toReview', 'pagina_a_rever', `(order_by: {revisao_prevista_em: asc}, ${LIMIT}) { id titulo }`],
  ['drafts', 'rascunho', `(order_by: {atualizado_em: desc}, ${LIMIT}) { tabela chave atualizado_em }`],
  [
    'changes',
    'auditoria',
    `(where: {usuario: {_is_null: false}, tabela: {_nin: ["users", "aprovacao"]}}, order_by: {id: desc}, ${LIMIT}) { id tabela chave operacao ocorrido_em autor { nome } }`,
  ],
  ['identity', 'configuracao_site', '(limit: 1) { nome logo versao }'],
  ['contacts', 'contato', '(limit: 1) { id }'],
  ['pages', 'pagina', '(limit: 1) { id }'],
  ['units', 'unidade', '(limit: 1) { id }'],
  ['bodies', 'orgao_colegiado', '(limit: 1) { id }'],
  ['members', 'membro_orgao', '(limit: 1) { id }'],
  ['services', 'servico', '(limit: 1) { id }'],
  ['documents', 'documento', '(order_by: {id: desc}, limit: 1) { id }'],
  ['answering', 'authUserRoles', `(where: {role: {_eq: "${CASES_ROLE}"}, user: {disabled: {_eq: false}}}, limit: 1) { id }`],
  ['channels', 'canal_atendimento', '(order_by: {canal: asc}) { canal endereco_externo autoridade_recurso_1 }'],
  ['holidays', 'feriado', '(order_by: {data: desc}, limit: 1) { data }'],
  ['replacements', 'troca_de_conteudo', '(order_by: {id: desc}, limit: 1) { acao linhas feita_em autor { nome } }'],
];

/** Tables that only reports read; the application asks for permissions on them too. */
export const REPORT_TABLES: readonly string[] = PARTS.map(([, table]) => table);

/** Asks for the whole report, or for more rows of one part alone. */
export async function readReport(run: RunGraphql, access: Access, only?: string): Promise<DashboardReport> {
  // Whether a list is late is told by two parts.
  const wanted = only === 'late' ? ['late', 'begun'] : [only];
  const asked = PARTS.filter(([alias, table]) => access.has(table) && (only === undefined || wanted.includes(alias)));
  const parts = asked.map(([alias, table, rest]) => `${alias}: ${table}${rest}`);
  if (parts.length === 0) return {};
  const linhas = only === undefined ? SHOWN_ROWS + 1 : MOST_ROWS;
  const answer = await run<DashboardReport>(`query Dashboard($linhas: Int!) { ${parts.join('\n')} }`, { linhas });
  const report = answer.drafts === undefined ? answer : { ...answer, drafts: oneOfEach(answer.drafts) };
  // Before the first document of the site each list would be late since a day before the site was there: the steps that are missing say what to do.
  return report.begun?.length === 0 ? { ...report, late: [] } : report;
}

/** What is being written of a content and what came back from its approval are two drafts, which its form offers as one. */
function oneOfEach(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter(
    ({ tabela, chave }, place) => place === drafts.findIndex((other) => other.tabela === tabela && other.chave === chave),
  );
}
