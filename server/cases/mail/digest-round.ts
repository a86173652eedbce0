/** Tells who answers citizens, once on each working day, how many cases wait. Every replica does it; the database gives each message to one of them. */
import { SOON_DAYS } from '../../../shared/cases/inbox-filter.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { DIGEST_LEAVE_PATH } from '../../../shared/session/digest-address.ts';
import { SYSTEM_TIMERS } from '../../../shared/time/timers.ts';
import type { Logger } from '../../observability/log.ts';
import type { CaseKeys } from '../case-keys.ts';
import { type CaseWork, startJob } from '../case-work.ts';
import type { MailMessage } from './case-message.ts';
import type { Digest, DigestFunctions } from './digest-functions.ts';
import { digestToken } from './digest-router.ts';
import { type Outcome, queueRound } from './queue-round.ts';
import type { MailTransport } from './smtp.ts';
import { leaveFields, writtenMessage } from './written-message.ts';

export interface DigestOptions {
  readonly functions: Pick<DigestFunctions, 'take' | 'settle'>;
  readonly transport: MailTransport;
  readonly keys: () => Promise<CaseKeys>;
  readonly site: () => { readonly name: string; readonly url: string };
  readonly log: Logger;
}

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
  const { functions, transport, keys, site, log } = options;
  return queueRound(
    {
      take: functions.take,
      async send(digest) {
        const leave = `${site().url}${DIGEST_LEAVE_PATH}/${digestToken(await keys(), digest.usuario)}`;
        await transport.send(digest.destinatario, digestMessage(digest, leave, site()), `resumo-${digest.dia}-${digest.usuario}`);
      },
      record: ({ message, failure }) => functions.settle(message, failure),
      logged: ({ usuario, tentativas }) => ({ userId: usuario, attempt: tentativas }),
      log,
    },
    unsettled,
  );
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
function digestMessage(waiting: WaitingCases, leave: string, site: { readonly name: string; readonly url: string }): MailMessage {
  const lists = LISTS.filter(([name]) => waiting[name] > 0);
  const inWords = ([name, one, many]: (typeof LISTS)[number]): string =>
    waiting[name] >= MOST_COUNTED ? `${MOST_COUNTED} ou mais ${many}` : formatCount(waiting[name], one, many);
  return {
    ...writtenMessage({
      subject: `Casos que esperam: ${lists.map(inWords).join(', ')}`,
      paragraphs: ['Casos dos cidadãos que esperam por você e pela equipe:'],
      links: lists.map((list) => [`${inWords(list)}${list[3]}`, `${site.url}/admin/app/casos?${list[4]}`] as const),
      closing: ['O site envia esta mensagem a quem responde aos cidadãos, uma vez em cada dia útil em que algum caso espera.'],
      leave: { address: leave, note: 'Confirme na página que abrir. Em “Sua conta” você volta a receber.' },
      site: site.name,
    }),
    headers: leaveFields(leave),
  };
}
