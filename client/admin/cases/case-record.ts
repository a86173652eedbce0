/** A case as the staff reads it: never the person, who is asked for with a reason. */
import type { RunGraphql } from '../data/graphql.ts';

interface Author {
  readonly nome: string;
}

export interface CaseEvent {
  readonly id: number;
  readonly de_situacao: string | null;
  readonly para_situacao: string | null;
  readonly descricao_publica: string | null;
  readonly nota_interna: string | null;
  readonly autor: string;
  readonly criado_em: string;
  /** The file that the entry took from the case. */
  readonly arquivo_retirado: string | null;
  readonly redator: Author | null;
}

export interface CaseFile {
  readonly arquivo_id: string;
  readonly nome: string;
  readonly tamanho_bytes: number;
  readonly autor: string;
}

/** An appeal, or the complaint that no answer came (`reclamacao`), which has no instance. */
export interface Appeal {
  readonly tipo: string;
  readonly instancia: number | null;
  readonly motivo: string | null;
  readonly interposto_em: string;
  readonly prazo_em: string;
  readonly decidido_em: string | null;
  readonly decisao: string | null;
  readonly texto: string | null;
  readonly autoridade: string | null;
}

export interface Reading {
  readonly id: number;
  readonly motivo: string;
  readonly lido_em: string;
  readonly redator: Author | null;
}

export interface CaseRecord {
  readonly id: string;
  readonly canal: string;
  readonly protocolo: string;
  readonly situacao: string;
  readonly aberto: boolean;
  readonly tipo: string | null;
  readonly identificacao: string;
  readonly assunto_id: number | null;
  readonly unidade_id: number | null;
  readonly texto: string | null;
  readonly local_fato: string | null;
  readonly data_fato: string | null;
  readonly envolvidos: string | null;
  readonly forma_resposta: string | null;
  readonly formato_desejado: string | null;
  readonly canal_entrada: string;
  readonly registrado_em: string;
  readonly prazo_em: string | null;
  readonly prorrogacao_justificativa: string | null;
  /** Last day for the area that has the case; null while none has it. The citizen never sees it. */
  readonly area_prazo_em: string | null;
  readonly area_prorrogado_em: string | null;
  /** Term of the complaint that no answer came; null where none waits for its decision. */
  readonly reclamacao_ate: string | null;
  readonly respondido_em: string | null;
  readonly resposta: string | null;
  readonly tipo_resposta: string | null;
  readonly fundamento_negativa: string | null;
  readonly recurso_ate: string | null;
  /** When the citizen reopened the answered case, which can be done once. */
  readonly reaberto_em: string | null;
  readonly concluido_em: string | null;
  readonly orgao_destino: string | null;
  readonly satisfacao: number | null;
  readonly satisfacao_texto: string | null;
  /** Whether the citizen says that the matter was solved; only one that was ends before its term. */
  readonly resolutividade: string | null;
  readonly demonstracao: boolean;
  readonly eliminado_em: string | null;
  readonly tem_email: boolean;
  /** The term stands still while the citizen is asked. */
  readonly prazo_suspenso: boolean;
  readonly versao: number;
  readonly assunto: Author | null;
  readonly unidade: Author | null;
  readonly andamentos: readonly CaseEvent[];
  readonly anexos: readonly CaseFile[];
  readonly recursos: readonly Appeal[];
  readonly leituras: readonly Reading[];
}

/** A step that the rules let happen now. `especie` is what its state means, whatever its name. */
export interface Step {
  readonly para: string;
  readonly especie: string;
  /** Day of the term that the step leaves, where the database offers the step: that of the area for its extension, else that of the citizen. */
  readonly prazo_em?: string | null;
}

export interface OpenedCase {
  readonly record: CaseRecord;
  readonly steps: readonly Step[];
  readonly templates: readonly { readonly id: number; readonly titulo: string; readonly texto: string }[];
  readonly authorities: readonly (string | null)[];
}

const CASE = `query OpenedCase($id: uuid!) {
  caso(where: {id: {_eq: $id}}) {
    id canal protocolo situacao aberto tipo identificacao assunto_id unidade_id texto local_fato data_fato envolvidos forma_resposta
    formato_desejado canal_entrada registrado_em prazo_em prorrogacao_justificativa respondido_em resposta tipo_resposta fundamento_negativa
    recurso_ate reaberto_em concluido_em orgao_destino satisfacao satisfacao_texto resolutividade demonstracao eliminado_em versao
    area_prazo_em area_prorrogado_em tem_email prazo_suspenso reclamacao_ate
    assunto { nome } unidade { nome }
    andamentos(order_by: {id: asc}) { id de_situacao para_situacao descricao_publica nota_interna autor criado_em arquivo_retirado redator { nome } }
    anexos(order_by: {id: asc}) { arquivo_id nome tamanho_bytes autor }
    recursos(order_by: {id: asc}) { tipo instancia motivo interposto_em prazo_em decidido_em decisao texto autoridade }
    leituras(order_by: {id: desc}) { id motivo lido_em redator { nome } }
  }
  passos_do_caso(args: {caso_id: $id}) { para especie prazo_em }
  modelo_resposta(where: {ativo: {_eq: true}}, order_by: [{ordem: asc}, {titulo: asc}]) { id canal titulo texto }
  canal_atendimento { canal autoridade_recurso_1 autoridade_recurso_2 }
}`;

interface Answer {
  readonly caso: readonly CaseRecord[];
  readonly passos_do_caso: readonly Step[];
  readonly modelo_resposta: readonly (OpenedCase['templates'][number] & { readonly canal: string | null })[];
  readonly canal_atendimento: readonly {
    readonly canal: string;
    readonly autoridade_recurso_1: string | null;
    readonly autoridade_recurso_2: string | null;
  }[];
}

/** Reads a case with what may be done with it; null where there is none. */
export async function readCase(run: RunGraphql, id: string): Promise<OpenedCase | null> {
  const { caso, passos_do_caso, modelo_resposta, canal_atendimento } = await run<Answer>(CASE, { id });
  const [record] = caso;
  if (record === undefined) return null;
  const rules = canal_atendimento.find(({ canal }) => canal === record.canal);
  return {
    record,
    steps: passos_do_caso,
    templates: modelo_resposta.filter(({ canal }) => canal === null || canal === record.canal),
    authorities: [rules?.autoridade_recurso_1 ?? null, rules?.autoridade_recurso_2 ?? null],
  };
}

const NOTE = 'mutation NoteCase($id: uuid!, $note: String!) { anotar_caso(args: {caso_id: $id, nota: $note}) { versao } }';

/** Writes a note that only the staff reads. */
export async function noteCase(run: RunGraphql, id: string, note: string): Promise<void> {
  await run(NOTE, { id, note });
}

const WITHDRAW = `mutation WithdrawFile($id: uuid!, $file: uuid!, $reason: String!, $told: String!) {
  retirar_anexo(args: {caso_id: $id, arquivo_id: $file, motivo: $reason, descricao: $told}) { versao }
}`;

export interface Withdrawal {
  readonly file: string;
  /** For the staff. */
  readonly reason: string;
  /** For the citizen. */
  readonly told: string;
}

/** Takes a file that was sent to the citizen from the case. @throws HttpError with the sentence that says why not */
export async function withdrawFile(run: RunGraphql, id: string, withdrawal: Withdrawal): Promise<void> {
  await run(WITHDRAW, { id, ...withdrawal });
}

const RESEND = 'mutation ResendReceipt($id: uuid!) { reenviar_recibo(args: {caso_id: $id}) { versao } }';

/** Sends the receipt with the access code once more to the address that the case has. @throws HttpError with the sentence that says why not */
export async function resendReceipt(run: RunGraphql, id: string): Promise<void> {
  await run(RESEND, { id });
}
