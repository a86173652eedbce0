/** Tells who answers citizens, once on each working day, how many cases wait. Every replica does it; the database gives each message to one of them. */
import { z } from 'zod';
import { SOON_DAYS } from '../../../shared/cases/inbox-filter.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { SYSTEM_TIMERS } from '../../../shared/time/timers.ts';
import { CASES_CALLER, type ContentBackend } from '../../backend/backend.ts';
import type { Logger } from '../../observability/log.ts';
import { NoCasesError } from '../case-functions.ts';
import { type CaseWork, startJob } from '../case-work.ts';
import type { MailMessage } from './case-message.ts';
import { type Outcome, queueRound } from './queue-round.ts';
import type { MailTransport } from './smtp.ts';
import { writtenMessage } from './written-message.ts';

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
export type Digest = z.output<typeof DIGEST>;

const TAKE = `mutation ReservarResumos($limite: Int!, $segundos: Int!) {
  reservar_resumos(args: { limite: $limite, segundos: $segundos }) { ${Object.keys(DIGEST.shape).join(' ')} }
}`;
const SETTLE = `mutation ConcluirResumo($dia: date!, $usuario: uuid!, $tentativas: Int!, $falha: Boolean!, $definitiva: Boolean!) {
  concluir_resumo(args: { dia: $dia, usuario: $usuario, tentativas: $tentativas, falha: $falha, definitiva: $definitiva }) { quantidade }
}`;

const ROUND_MS = 5 * 60_000;

export function startDigests(options: DigestOptions): CaseWork {
  let inMs = ROUND_MS;
  const unsettled: Outcome<Digest>[] = [];
  const job = startJob(SYSTEM_TIMERS, options.log, {
    nextInMs: () => inMs,
    failure: 'who answers citizens cannot be told what waits',
    async work() {
      inMs = (await digestRound(options, unsettled)) ? 0 : ROUND_MS;
    },
  });
  return {
    async close() {
      await job.close();
      options.transport.close();
    },
  };
}

/** Sends what is due; as `queueRound`. */
export function digestRound(options: DigestOptions, unsettled: Outcome<Digest>[] = []): Promise<boolean> {
  const { transport, site, log } = options;
  return queueRound(
    {
      async take(limite, segundos) {
        const taken = await ask(options, TAKE, { limite, segundos });
        return z.object({ reservar_resumos: z.array(DIGEST) }).parse(taken).reservar_resumos;
      },
      send: (digest) => transport.send(digest.destinatario, digestMessage(digest, site()), `resumo-${digest.dia}-${digest.usuario}`),
      async record({ message: { dia, usuario, tentativas }, failure }) {
        await ask(options, SETTLE, { dia, usuario, tentativas, falha: failure !== undefined, definitiva: failure?.isFinal ?? false });
      },
      logged: ({ usuario, tentativas }) => ({ userId: usuario, attempt: tentativas }),
      log,
    },
    unsettled,
  );
}

async function ask({ backend }: DigestOptions, query: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await backend.execute({ query, variables }, { caller: CASES_CALLER });
  if (answer.kind === 'data') return JSON.parse(answer.json);
  const { message, extensions } = answer.errors[0] ?? { message: '', extensions: { code: '' } };
  throw extensions.code === 'validation-failed' ? new NoCasesError(message) : new Error(`the backend refused with ${extensions.code}`);
}

/** Numbers of cases, each up to `MOST_COUNTED`. */
interface WaitingCases {
  readonly atrasados: number;
  readonly a_vencer: number;
  readonly em_recurso: number;
  readonly por_ler: number;
}

/** As `casos.que_esperam` counts. */
const MOST_COUNTED = 100;

/** Each number in words, and the list of the administration that has the cases; as the cards of its first screen. */
const LISTS = [
  ['atrasados', 'atrasado', 'atrasados', ': o prazo da lei passou sem resposta', 'prazo=atrasados'],
  ['a_vencer', 'a vencer', 'a vencer', ` em até ${SOON_DAYS} dias`, 'prazo=a-vencer'],
  ['em_recurso', 'em recurso', 'em recurso', ', sem decisão', 'canal=sic'],
  ['por_ler', 'por ler', 'por ler', '', 'ordem=recentes'],
] as const;

/** The e-mail of the morning to who answers citizens: how many cases wait. It has nothing of a case or of a person. */
function digestMessage(waiting: WaitingCases, site: { readonly name: string; readonly url: string }): MailMessage {
  const lists = LISTS.filter(([name]) => waiting[name] > 0);
  const inWords = ([name, one, many]: (typeof LISTS)[number]): string =>
    waiting[name] >= MOST_COUNTED ? `${MOST_COUNTED} ou mais ${many}` : formatCount(waiting[name], one, many);
  return writtenMessage({
    subject: `Casos que esperam: ${lists.map(inWords).join(', ')}`,
    paragraphs: ['Casos dos cidadãos que esperam por você e pela equipe:'],
    links: lists.map((list) => [`${inWords(list)}${list[3]}`, `${site.url}/admin/app/casos?${list[4]}`] as const),
    closing: ['O site envia esta mensagem a quem responde aos cidadãos, uma vez em cada dia útil em que algum caso espera.'],
    leave: null,
    site: site.name,
  });
}
