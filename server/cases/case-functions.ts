/** Functions of the database that the server runs by itself, asked through GraphQL as on behalf of citizens. */
import { z } from 'zod';
import { CASES_CALLER, type ContentBackend } from '../backend/backend.ts';

const QUEUED_MESSAGE = z.object({
  id: z.number(),
  tentativas: z.number(),
  evento: z.enum([
    'registro',
    'complementacao',
    'prorrogacao',
    'encaminhamento',
    'resposta',
    'recurso',
    'decisao',
    'reclassificacao',
    'encerramento',
    'complemento',
    'reclamacao',
    'decisao_da_reclamacao',
  ]),
  destinatario: z.string(),
  protocolo: z.string(),
  canal: z.enum(['contato', 'ouvidoria', 'sic']),
  /** The key of a receipt, from which its access code is derived. */
  chave: z.string().nullable(),
  /** Digest of that code. */
  codigo_hash: z.string().nullable(),
  registrado_em: z.string(),
  prazo_em: z.string().nullable(),
  recurso_ate: z.string().nullable(),
  /** Day until which a question of the institution is answered; null where the term is not suspended for it. */
  complementar_ate: z.string().nullable(),
  /** Who decides an appeal; null where the institution has not said it. */
  autoridade_recurso: z.string().nullable(),
  /** By now, the case, or for `recurso` the appeal, and for `reclamacao` the complaint: a receipt may be sent again, or late. */
  respondido: z.boolean(),
  resposta: z.string().nullable(),
});
export type QueuedMessage = z.output<typeof QUEUED_MESSAGE>;

/** A message by what settles it. */
const MESSAGE_NAME = QUEUED_MESSAGE.pick({ id: true, tentativas: true });
export type MessageName = z.output<typeof MESSAGE_NAME>;

export interface TakenMessages {
  readonly messages: readonly QueuedMessage[];
  /** Those that this server does not understand: while servers are replaced, newer ones queue kinds of messages that older ones do not know. */
  readonly unknown: readonly MessageName[];
}

export interface MessageCounts {
  readonly waiting: number;
  readonly failed: number;
}

/** The project of the backend has no cases. */
export class NoCasesError extends Error {
  override readonly name = 'NoCasesError';
}

export interface CaseFunctions {
  /** Switches the queue of e-mails on or off. */
  switchMail(isOn: boolean): Promise<void>;
  /** Takes messages that no other server gets for `seconds`. */
  takeMessages(limit: number, seconds: number): Promise<TakenMessages>;
  /** Records that a message was sent, or why not; one that failed for good is not tried again. */
  settleMessage(message: MessageName, failure?: { readonly reason: string; readonly isFinal: boolean }): Promise<void>;
  /** Counts the messages that wait, and those of the last thirty days that were given up; each up to ten thousand. */
  countMessages(): Promise<MessageCounts>;
  /** Ends cases whose term to object is over. Returns how many it has ended. */
  endByTerm(limit: number): Promise<number>;
  /** Ids of files that arrived more than an hour ago for a case that was never registered. */
  abandonedFiles(limit: number): Promise<readonly string[]>;
  /** Forgets these files, which the storage has removed. */
  forgetFiles(ids: readonly string[]): Promise<void>;
  /** Removes what told the requesters of past years apart. Returns how much it has removed. */
  forgetRequesters(limit: number): Promise<number>;
  /** Adds up what cases have counted since the last time, and tells that the reports have other numbers. Returns how many counts it has added. */
  addUpStatistics(limit: number): Promise<number>;
}

const COUNT = z.object({ quantidade: z.number() });
const FIELDS = Object.keys(QUEUED_MESSAGE.shape).join(' ');

const SWITCH = 'mutation LigarCorreio($ativo: Boolean!) { ligar_correio(args: {ativo: $ativo}) { quantidade } }';
const TAKE = `mutation ReservarMensagens($limite: Int!, $segundos: Int!) { reservar_mensagens(args: {limite: $limite, segundos: $segundos}) { ${FIELDS} } }`;
const SETTLE = `mutation ConcluirMensagem($id: bigint!, $tentativas: Int!, $falha: String, $definitiva: Boolean!) {
  concluir_mensagem(args: {id: $id, tentativas: $tentativas, falha: $falha, definitiva: $definitiva}) { quantidade }
}`;
const COUNT_MESSAGES = `query ContarMensagens($situacao: String!) { contar_mensagens(args: {situacao: $situacao}) { quantidade } }`;
const END = 'mutation EncerrarCasos($limite: Int!) { encerrar_casos_por_prazo(args: {limite: $limite}) { quantidade } }';

const ABANDONED = 'mutation AnexosAbandonados($limite: Int!) { anexos_abandonados(args: {limite: $limite}) { arquivo_id } }';
const FORGET = 'mutation EsquecerAnexos($ids: jsonb!) { esquecer_anexos(args: {ids: $ids}) { quantidade } }';
const FORGET_REQUESTERS = 'mutation EsquecerSolicitantes($limite: Int!) { esquecer_solicitantes(args: {limite: $limite}) { quantidade } }';
const ADD_UP = 'mutation RecolherEstatisticas($limite: Int!) { recolher_estatisticas(args: {limite: $limite}) { quantidade } }';

export function caseFunctions(backend: Pick<ContentBackend, 'execute'>): CaseFunctions {
  const run = async <Value>(query: string, variables: Readonly<Record<string, unknown>>, shape: z.ZodType<Value>): Promise<Value> => {
    const answer = await backend.execute({ query, variables }, { caller: CASES_CALLER });
    if (answer.kind === 'data') return shape.parse(Object.values(JSON.parse(answer.json) as Record<string, unknown>)[0]);
    const { message, extensions } = answer.errors[0] ?? { message: '', extensions: { code: '' } };
    if (extensions.code === 'validation-failed') throw new NoCasesError(message);
    // The text of other errors may repeat what a citizen wrote.
    throw new Error(`the backend refused with ${extensions.code}`);
  };
  return {
    async switchMail(isOn) {
      await run(SWITCH, { ativo: isOn }, COUNT);
    },
    async takeMessages(limite, segundos) {
      const messages: QueuedMessage[] = [];
      const unknown: MessageName[] = [];
      for (const taken of await run(TAKE, { limite, segundos }, z.array(MESSAGE_NAME.loose()))) {
        const { success, data } = QUEUED_MESSAGE.safeParse(taken);
        if (success) messages.push(data);
        else unknown.push(taken);
      }
      return { messages, unknown };
    },
    async settleMessage({ id, tentativas }, failure) {
      await run(SETTLE, { id, tentativas, falha: failure?.reason ?? null, definitiva: failure?.isFinal ?? false }, COUNT);
    },
    async countMessages() {
      const countOf = async (situacao: string): Promise<number> => (await run(COUNT_MESSAGES, { situacao }, COUNT)).quantidade;
      const [waiting, failed] = await Promise.all([countOf('a_enviar'), countOf('desistidas')]);
      return { waiting, failed };
    },
    endByTerm: async (limite) => (await run(END, { limite }, COUNT)).quantidade,
    async abandonedFiles(limite) {
      const rows = await run(ABANDONED, { limite }, z.array(z.object({ arquivo_id: z.string() })));
      return rows.map(({ arquivo_id: id }) => id);
    },
    async forgetFiles(ids) {
      await run(FORGET, { ids }, COUNT);
    },
    forgetRequesters: async (limite) => (await run(FORGET_REQUESTERS, { limite }, COUNT)).quantidade,
    addUpStatistics: async (limite) => (await run(ADD_UP, { limite }, COUNT)).quantidade,
  };
}
