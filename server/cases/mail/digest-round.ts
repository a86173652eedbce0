/** Tells who answers citizens, once on each working day, how many cases wait. Every replica does it; the database gives each message to one of them. */
import { z } from 'zod';
import { SYSTEM_TIMERS } from '../../../shared/time/timers.ts';
import { CASES_CALLER, type ContentBackend } from '../../backend/backend.ts';
import type { Logger } from '../../observability/log.ts';
import { NoCasesError } from '../case-functions.ts';
import { type CaseWork, startJob } from '../case-work.ts';
import { digestMessage } from './digest-message.ts';
import { CONNECTIONS, type MailFailure, type MailTransport, mailFailure } from './smtp.ts';

export interface DigestOptions {
  readonly backend: Pick<ContentBackend, 'execute'>;
  readonly transport: MailTransport;
  readonly site: () => { readonly name: string; readonly url: string };
  readonly log: Logger;
}

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
type Digest = z.output<typeof DIGEST>;

const TAKE = `mutation ReservarResumos($limite: Int!, $segundos: Int!) {
  reservar_resumos(args: { limite: $limite, segundos: $segundos }) { ${Object.keys(DIGEST.shape).join(' ')} }
}`;
const SETTLE = `mutation ConcluirResumo($dia: date!, $usuario: uuid!, $tentativas: Int!, $falha: Boolean!, $definitiva: Boolean!) {
  concluir_resumo(args: { dia: $dia, usuario: $usuario, tentativas: $tentativas, falha: $falha, definitiva: $definitiva }) { quantidade }
}`;

const ROUND_MS = 5 * 60_000;
/** No other server takes them meanwhile; as for the messages of cases. */
const LEASE_SECONDS = 900;

export function startDigests(options: DigestOptions): CaseWork {
  let inMs = ROUND_MS;
  const job = startJob(SYSTEM_TIMERS, options.log, {
    nextInMs: () => inMs,
    failure: 'who answers citizens cannot be told what waits',
    async work() {
      inMs = (await digestRound(options)) ? 0 : ROUND_MS;
    },
  });
  return {
    async close() {
      await job.close();
      options.transport.close();
    },
  };
}

/** Sends what is due. Returns whether more may be waiting. @throws when the database does not answer */
export async function digestRound(options: DigestOptions): Promise<boolean> {
  const taken = await ask(options, TAKE, { limite: CONNECTIONS, segundos: LEASE_SECONDS });
  const digests = z.object({ reservar_resumos: z.array(DIGEST) }).parse(taken).reservar_resumos;
  await Promise.all(
    digests.map(async (digest) => {
      const failure = await deliver(digest, options);
      const { dia, usuario, tentativas } = digest;
      const outcome = { falha: failure !== null, definitiva: failure?.isFinal ?? false };
      await ask(options, SETTLE, { dia, usuario, tentativas, ...outcome });
    }),
  );
  return digests.length === CONNECTIONS;
}

async function deliver(digest: Digest, { transport, site, log }: DigestOptions): Promise<MailFailure | null> {
  try {
    await transport.send(digest.destinatario, digestMessage(digest, site()), `resumo-${digest.dia}-${digest.usuario}`);
    return null;
  } catch (error) {
    const failure = mailFailure(error);
    log.warn({ userId: digest.usuario, attempt: digest.tentativas, ...failure }, 'an e-mail was not sent');
    return failure;
  }
}

async function ask({ backend }: DigestOptions, query: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await backend.execute({ query, variables }, { caller: CASES_CALLER });
  if (answer.kind === 'data') return JSON.parse(answer.json);
  const { message, extensions } = answer.errors[0] ?? { message: '', extensions: { code: '' } };
  throw extensions.code === 'validation-failed' ? new NoCasesError(message) : new Error(`the backend refused with ${extensions.code}`);
}
