/** The queue of e-mails to the owners of accounts, which the database keeps until they are sent. Only the server reads it. */
import { z } from 'zod';
import { CASES_CALLER, type ContentBackend } from '../backend/backend.ts';
import { NoCasesError } from '../cases/case-functions.ts';

export const ACCOUNT_EVENT = z.enum([
  'senha_esquecida',
  'conta_nova',
  'senha_trocada',
  'email_trocado',
  'codigos_ligados',
  'codigos_desligados',
  'codigos_de_reserva',
]);
export type AccountEvent = z.output<typeof ACCOUNT_EVENT>;

const ACCOUNT_MESSAGE = z.object({
  id: z.string(),
  usuario: z.string(),
  /** While servers are replaced, newer ones queue kinds of messages that older ones do not know: those leave them. */
  evento: z.string(),
  destinatario: z.string(),
  criada_em: z.string(),
  tentativas: z.number(),
});
export type AccountMessage = z.output<typeof ACCOUNT_MESSAGE>;

/** Who gets a message: the owner of an account, at an address of it. */
export interface AccountOwner {
  readonly id: string;
  readonly email: string;
}

export interface AccountQueue {
  readonly put: (evento: AccountEvent, to: AccountOwner) => Promise<void>;
  /** Takes messages that no other server gets for `seconds`. */
  readonly take: (limit: number, seconds: number) => Promise<readonly AccountMessage[]>;
  /** Removes a message that was sent or refused for good; another one is due again later. */
  readonly settle: (message: AccountMessage, failure?: { readonly isFinal: boolean }) => Promise<void>;
}

const PUT = `mutation AvisarConta($usuario: uuid!, $evento: String!, $destinatario: String!) {
  avisar_conta(args: { usuario: $usuario, evento: $evento, destinatario: $destinatario }) { quantidade }
}`;
const TAKE = `mutation ReservarMensagensDeContas($limite: Int!, $segundos: Int!) {
  reservar_mensagens_de_contas(args: { limite: $limite, segundos: $segundos }) { ${Object.keys(ACCOUNT_MESSAGE.shape).join(' ')} }
}`;
const SETTLE = `mutation ConcluirMensagemDeConta($id: uuid!, $tentativas: Int!, $falha: Boolean!, $definitiva: Boolean!) {
  concluir_mensagem_de_conta(args: { id: $id, tentativas: $tentativas, falha: $falha, definitiva: $definitiva }) { quantidade }
}`;

export function accountQueue(backend: Pick<ContentBackend, 'execute'>): AccountQueue {
  const run = async (query: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const answer = await backend.execute({ query, variables }, { caller: CASES_CALLER });
    if (answer.kind === 'data') return Object.values(JSON.parse(answer.json) as Record<string, unknown>)[0];
    const code = answer.errors[0]?.extensions.code ?? '';
    throw code === 'validation-failed' ? new NoCasesError() : new Error(`the backend refused with ${code}`);
  };
  return {
    async put(evento, { id, email }) {
      await run(PUT, { usuario: id, evento, destinatario: email });
    },
    take: async (limite, segundos) => z.array(ACCOUNT_MESSAGE).parse(await run(TAKE, { limite, segundos })),
    async settle({ id, tentativas }, failure) {
      await run(SETTLE, { id, tentativas, falha: failure !== undefined, definitiva: failure?.isFinal ?? false });
    },
  };
}
