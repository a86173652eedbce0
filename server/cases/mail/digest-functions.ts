/** Functions of the database for the digest of who answers citizens: what is due, and who does not want it. */
import { z } from 'zod';
import { CASES_CALLER, type ContentBackend } from '../../backend/backend.ts';
import { NoCasesError } from '../case-functions.ts';

const DIGEST = z.object({
  dia: z.string(),
  usuario: z.string(),
  tentativas: z.number(),
  destinatario: z.string(),
  atrasados: z.number(),
  a_vencer: z.number(),
  em_recurso: z.number(),
  por_ler: z.number(),
});
export type Digest = z.output<typeof DIGEST>;

const TAKE = `mutation ReservarResumos($limite: Int!, $segundos: Int!) {
  reservar_resumos(args: { limite: $limite, segundos: $segundos }) { ${Object.keys(DIGEST.shape).join(' ')} }
}`;
const SETTLE = `mutation ConcluirResumo($dia: date!, $usuario: uuid!, $tentativas: Int!, $falha: Boolean!, $definitiva: Boolean!) {
  concluir_resumo(args: { dia: $dia, usuario: $usuario, tentativas: $tentativas, falha: $falha, definitiva: $definitiva }) { quantidade }
}`;
const GETS = 'query RecebeResumo($usuario: uuid!) { recebe_resumo(args: { usuario: $usuario }) { quantidade } }';
const CHOOSE = `mutation EscolherResumo($usuario: uuid!, $recebe: Boolean!) {
  escolher_resumo(args: { usuario: $usuario, recebe: $recebe }) { quantidade }
}`;

export interface DigestFunctions {
  /** Takes messages that no other server gets for `seconds`. */
  readonly take: (limit: number, seconds: number) => Promise<readonly Digest[]>;
  readonly settle: (digest: Digest, failure?: { readonly isFinal: boolean }) => Promise<void>;
  /** Says whether an account has not switched the digest off. */
  readonly gets: (userId: string) => Promise<boolean>;
  readonly choose: (userId: string, isWanted: boolean) => Promise<void>;
}

export function digestFunctions(backend: Pick<ContentBackend, 'execute'>): DigestFunctions {
  const run = async (query: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const answer = await backend.execute({ query, variables }, { caller: CASES_CALLER });
    if (answer.kind === 'data') return Object.values(JSON.parse(answer.json) as Record<string, unknown>)[0];
    const { message, extensions } = answer.errors[0] ?? { message: '', extensions: { code: '' } };
    throw extensions.code === 'validation-failed' ? new NoCasesError(message) : new Error(`the backend refused with ${extensions.code}`);
  };
  return {
    take: async (limite, segundos) => z.array(DIGEST).parse(await run(TAKE, { limite, segundos })),
    async settle({ dia, usuario, tentativas }, failure) {
      await run(SETTLE, { dia, usuario, tentativas, falha: failure !== undefined, definitiva: failure?.isFinal ?? false });
    },
    gets: async (usuario) => z.object({ quantidade: z.number() }).parse(await run(GETS, { usuario })).quantidade === 1,
    async choose(usuario, recebe) {
      await run(CHOOSE, { usuario, recebe });
    },
  };
}
