/** What the operator's screen says of one replica: metrics of the server as names and texts. */
import type { ReplicaMetrics, SlowWork, WorkTotals } from '../../../shared/operations/replica-metrics.ts';

export type Facts = readonly (readonly [name: string, value: string | null])[];

const LOCALE = 'pt-BR';

function whole(count: number): string {
  return Math.round(count).toLocaleString(LOCALE);
}

/** Milliseconds with the digits that matter: `0,4 ms`, `35 ms`, `2,1 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toLocaleString(LOCALE, { maximumFractionDigits: 1 })} s`;
  return `${milliseconds.toLocaleString(LOCALE, { maximumFractionDigits: milliseconds < 10 ? 1 : 0 })} ms`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576).toLocaleString(LOCALE)} MB`;
}

function share(part: number, of: number): string {
  return of === 0 ? 'nenhum pedido ainda' : `${((part / of) * 100).toLocaleString(LOCALE, { maximumFractionDigits: 1 })} %`;
}

/** A time that passed since a start, in its two largest units. */
export function elapsed(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** A count of the edge; one that it does not have is 0. */
function edgeCount({ edge }: ReplicaMetrics, name: string): number {
  const value = edge?.[name];
  return typeof value === 'number' ? value : 0;
}

/** What visitors got. */
export function answersOf(metrics: ReplicaMetrics): Facts {
  if (metrics.edge === null) return [['Cache', 'desligado em desenvolvimento']];
  const of = (name: string): number => edgeCount(metrics, name);
  const [hits, forwards, joins] = [of('hits'), of('forwards'), of('joins')];
  const all = hits + forwards + joins;
  return [
    ['Respondido pelo cache', `${share(hits, all)} (${whole(hits)} de ${whole(all)} pedidos)`],
    ['Guardado além do prazo', whole(of('staleHits'))],
    ['Pedidos à aplicação', `${whole(metrics.requests.count)}, ${whole(metrics.requests.faults)} com falha nossa`],
    ['Recusados', `${whole(of('notAdmitted'))} por excesso de um visitante, ${whole(of('shed'))} por sobrecarga`],
    ['Páginas montadas', whole(metrics.renders.reduce((sum, { count }) => sum + count, 0))],
    ['Limpezas do cache', whole(of('purges'))],
    ['Guardado agora', `${whole(of('entries'))} endereços, ${megabytes(of('bytes'))}`],
    ['Retirado por falta de espaço', whole(of('evictions'))],
  ];
}

/** How the process is. */
export function processOf({ memory, loop, faults, queue, followers, isSharing }: ReplicaMetrics): Facts {
  return [
    ['Memória', `${megabytes(memory.rss)}, dos quais ${megabytes(memory.heapUsed)} em objetos`],
    ['Atraso do processo no último minuto', `${duration(loop.p99Ms)} (o maior, ${duration(loop.maxMs)})`],
    ['Registro', `${whole(faults.error)} erros e ${whole(faults.warn)} avisos desde o início`],
    ['Cache entre réplicas', isSharing === null ? 'cada réplica por si' : isSharing ? 'em uso' : 'sem contato'],
    ['E-mails na fila', queue === null ? null : whole(queue.waiting)],
    ['E-mails desistidos em 30 dias', queue === null ? null : whole(queue.failed)],
    ['E-mails de novidades na fila', followers === null ? null : whole(followers.waiting)],
    ['Endereços que recusam novidades', followers === null ? null : whole(followers.failed)],
  ];
}

const FAILED_LATELY_MS = 15 * 60_000;

/** What an administrator should look at; empty when all is well. */
export function warningsOf(metrics: ReplicaMetrics): readonly string[] {
  const { isReady, isSharing, queue, loop, slow, at } = metrics;
  const failed = slow.filter((work) => at - work.at < FAILED_LATELY_MS && (work.outcome === 'failed' || work.outcome === 'timeout'));
  return [
    ...(isReady ? [] : ['Esta réplica está terminando: não recebe pedidos novos.']),
    ...(isSharing === false ? ['O cache entre réplicas está sem contato: as páginas são montadas por réplica.'] : []),
    ...(loop.p99Ms > 500 ? ['O processo está ocupado: cada pedido espera mais de meio segundo.'] : []),
    ...((queue?.failed ?? 0) > 0
      ? ['Há e-mails que o servidor de correio não aceitou. Os cidadãos veem as notícias no acompanhamento.']
      : []),
    ...(failed.length > 0
      ? [`${failed.length === 1 ? 'Uma operação demorada falhou' : `${failed.length} operações demoradas falharam`} há pouco.`]
      : []),
  ];
}

export interface WorkRow {
  readonly name: string;
  readonly count: string;
  readonly failures: string;
  readonly mean: string;
  readonly longest: string;
}

/** Rows of a table of work. */
export function workRows(work: readonly WorkTotals[]): readonly WorkRow[] {
  return work.map(({ name, count, failures, totalMs, longestMs }) => ({
    name: name === 'other' ? 'outras (equipe e programas)' : name,
    count: whole(count),
    failures: whole(failures),
    mean: duration(count === 0 ? 0 : totalMs / count),
    longest: duration(longestMs),
  }));
}

const KINDS: Readonly<Record<SlowWork['kind'], string>> = { render: 'página', operation: 'operação', picture: 'imagem' };

const OUTCOMES: Readonly<Record<SlowWork['outcome'], string>> = {
  ok: 'terminou bem',
  errors: 'recusada',
  failed: 'falhou',
  timeout: 'passou do tempo',
  abandoned: 'o visitante saiu',
};

/** What a slow piece of work was, and how it ended. */
export function slowText({ kind, name, outcome }: SlowWork): readonly [what: string, outcome: string] {
  return [`${KINDS[kind]} ${name}`, OUTCOMES[outcome]];
}
