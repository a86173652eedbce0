/** Functions of the database for those who subscribe by e-mail, asked through GraphQL as on behalf of citizens. */
import { z } from 'zod';
import { TOPIC_KINDS } from '../../shared/readers/email-subscription.ts';
import type { SubscriptionRequest } from '../../shared/readers/subscription-request.ts';
import { CASES_CALLER, type ContentBackend } from '../backend/backend.ts';

const QUEUED_NEWS = z.object({
  id: z.number(),
  tentativas: z.number(),
  destinatario: z.string(),
  confirmada: z.boolean(),
  tipo: z.enum(TOPIC_KINDS),
  valor: z.string(),
  /** Name of the list that is followed. */
  rotulo: z.string().nullable(),
  itens: z.array(
    z.object({ titulo: z.string(), tabela: z.enum(['noticia', 'comunicado', 'documento']), chave: z.string(), categoria: z.string() }),
  ),
  quantos: z.number(),
  /** The last of the news; of a link to confirm, which of the subscription's links it is. With the id it names the message, in each attempt. */
  ate: z.number(),
});
export type QueuedNews = z.output<typeof QUEUED_NEWS>;

const FOLLOWED = z.object({ tipo: z.enum(TOPIC_KINDS), valor: z.string(), rotulo: z.string().nullable(), confirmada: z.boolean() });
export type Followed = z.output<typeof FOLLOWED>;

export interface EmailSubscriptionFunctions {
  /** Returns false where what is asked for does not exist. */
  ask(request: SubscriptionRequest): Promise<boolean>;
  /** Returns what a subscription is for; null where there is none. */
  find(id: number): Promise<Followed | null>;
  /** These return whether there is such a subscription. */
  confirm(id: number): Promise<boolean>;
  leave(id: number): Promise<boolean>;
  /** Gives what has become visible to its followers. Returns how much it was. */
  distribute(limit: number): Promise<number>;
  /** Takes messages that no other server gets for `seconds`. */
  take(limit: number, seconds: number): Promise<readonly QueuedNews[]>;
  settle(news: QueuedNews, failure?: { readonly isFinal: boolean }): Promise<void>;
  /** Returns how much was forgotten. */
  forget(limit: number): Promise<number>;
  /** Counts the messages that wait, and the addresses whose server has refused the last one; each up to ten thousand. */
  countMessages(): Promise<{ readonly waiting: number; readonly failed: number }>;
}

const COUNT = z.object({ quantidade: z.number() });
const FIELDS = Object.keys(QUEUED_NEWS.shape).join(' ');

const ASK = `mutation PedirNovidades($email: String!, $tipo: String!, $valor: String!) {
  pedir_novidades(args: { email: $email, tipo: $tipo, valor: $valor }) { quantidade }
}`;
const FIND = `query ConsultarNovidades($id: bigint!) { consultar_novidades(args: { id: $id }) { ${Object.keys(FOLLOWED.shape).join(' ')} } }`;
const CONFIRM = 'mutation ConfirmarNovidades($id: bigint!) { confirmar_novidades(args: { id: $id }) { quantidade } }';
const LEAVE = 'mutation EncerrarNovidades($id: bigint!) { encerrar_novidades(args: { id: $id }) { quantidade } }';
const DISTRIBUTE = 'mutation DistribuirNovidades($limite: Int!) { distribuir_novidades(args: { limite: $limite }) { quantidade } }';
const TAKE = `mutation ReservarNovidades($limite: Int!, $segundos: Int!) { reservar_novidades(args: { limite: $limite, segundos: $segundos }) { ${FIELDS} } }`;
const SETTLE = `mutation ConcluirNovidade($id: bigint!, $tentativas: Int!, $ate: bigint!, $falha: Boolean!, $definitiva: Boolean!) {
  concluir_novidade(args: { id: $id, tentativas: $tentativas, ate: $ate, falha: $falha, definitiva: $definitiva }) { quantidade }
}`;
const COUNT_MESSAGES = 'query ContarNovidades($situacao: String!) { contar_mensagens(args: { situacao: $situacao }) { quantidade } }';
const FORGET = 'mutation EsquecerNovidades($limite: Int!) { esquecer_novidades(args: { limite: $limite }) { quantidade } }';

export function emailSubscriptionFunctions(backend: Pick<ContentBackend, 'execute'>): EmailSubscriptionFunctions {
  const run = async <Value>(query: string, variables: Readonly<Record<string, unknown>>, shape: z.ZodType<Value>): Promise<Value> => {
    const answer = await backend.execute({ query, variables }, { caller: CASES_CALLER });
    if (answer.kind === 'data') return shape.parse(Object.values(JSON.parse(answer.json) as Record<string, unknown>)[0]);
    // The text of an error may repeat the address.
    throw new Error(`the backend refused with ${answer.errors[0]?.extensions.code ?? ''}`);
  };
  const count = async (query: string, variables: Readonly<Record<string, unknown>>): Promise<number> =>
    (await run(query, variables, COUNT)).quantidade;
  return {
    ask: async ({ email, topic }) => (await count(ASK, { email, tipo: topic.kind, valor: topic.value })) > 0,
    find: async (id) => (await run(FIND, { id }, z.array(FOLLOWED)))[0] ?? null,
    confirm: async (id) => (await count(CONFIRM, { id })) > 0,
    leave: async (id) => (await count(LEAVE, { id })) > 0,
    distribute: (limite) => count(DISTRIBUTE, { limite }),
    take: (limite, segundos) => run(TAKE, { limite, segundos }, z.array(QUEUED_NEWS)),
    async settle({ id, tentativas, ate }, failure) {
      await count(SETTLE, { id, tentativas, ate, falha: failure !== undefined, definitiva: failure?.isFinal ?? false });
    },
    forget: (limite) => count(FORGET, { limite }),
    async countMessages() {
      const [waiting = 0, failed = 0] = await Promise.all(
        ['novidades_a_enviar', 'novidades_recusadas'].map((situacao) => count(COUNT_MESSAGES, { situacao })),
      );
      return { waiting, failed };
    },
  };
}
