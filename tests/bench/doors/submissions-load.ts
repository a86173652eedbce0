/**
 * Citizens who send forms at a steady rate, whether or not answers come, one reader of a stored page, and one of a server that does nothing:
 * `submissions.ts` says how many.
 */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface SubmissionsOrder {
  /** Of the replicas, which take turns. */
  readonly urls: readonly string[];
  /** Of the server that does nothing. */
  readonly idleUrl: string;
  /** Forms in a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Word in front of each text. */
  readonly name: string;
}

export interface SubmissionsReport {
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds of each first attempt. */
  readonly submissions: readonly number[];
  /** Milliseconds of each read of the stored page. */
  readonly hits: readonly number[];
  /** Milliseconds of each read of the server that does nothing. */
  readonly idle: readonly number[];
  /** Attempts after the first ones. */
  readonly repeated: number;
  readonly elapsedMs: number;
}

const BOUNDARY = 'limite-da-carga';
const TABLE = 'ano;valor;descricao\n'.padEnd(30_000, '2025;1;um contrato\n');
const HITS_A_SECOND = 50;
const MOST_ATTEMPTS = 20;

interface Answer {
  readonly status: string;
  readonly ms: number;
}

function ask(
  agent: Agent,
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: string): void => resolve({ status, ms: performance.now() - began });
    const sent = request(url, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => done(String(answer.statusCode)));
      answer.once('error', () => done('cut'));
    });
    sent.once('error', () => done('cut'));
    sent.end(body);
  });
}

/** The address is one of 198.18.0.0/15, which is for benchmarks (RFC 2544). */
const addressOf = (index: number): string => `198.18.${(index >> 8) & 255}.${index & 255}`;

const urlOf = ({ urls }: SubmissionsOrder, index: number): string => urls[index % urls.length] ?? '';

function submission(order: SubmissionsOrder, index: number): Parameters<typeof ask>[2] {
  const fields = {
    identificacao: 'anonima',
    tipo: 'reclamacao',
    texto: `${order.name} ${index}: o atendimento demorou três horas.`,
    chave: `${createHash('sha256').update(order.name).digest('hex').slice(0, 8)}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
  };
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="anexos"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${TABLE}${index}\r\n--${BOUNDARY}--\r\n`;
  const headers = {
    Origin: urlOf(order, index),
    Accept: 'application/json',
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'X-Forwarded-For': addressOf(index),
  };
  return { method: 'POST', headers, body: parts.join('') + file };
}

/** Reads a page again and again, as long as it may. Returns the milliseconds of each read. */
async function read(agent: Agent, url: (index: number) => string, mayGoOn: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  while (mayGoOn()) {
    const headers = { Accept: 'text/html', 'X-Forwarded-For': '198.19.255.1' };
    times.push((await ask(agent, url(times.length), { method: 'GET', headers })).ms);
    await pause(1_000 / HITS_A_SECOND);
  }
  return times;
}

async function run(order: SubmissionsOrder): Promise<SubmissionsReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 400 });
  const reader = new Agent({ keepAlive: true, maxSockets: 4 });
  const statuses: Record<string, number> = {};
  const submissions: number[] = [];
  let repeated = 0;
  const began = performance.now();
  const citizen = async (index: number): Promise<void> => {
    const form = submission(order, index);
    const address = `${urlOf(order, index)}/_casos/manifestacao`;
    let { status, ms } = await ask(agent, address, form);
    submissions.push(ms);
    statuses[status] = (statuses[status] ?? 0) + 1;
    for (let attempt = 1; status !== '201' && attempt < MOST_ATTEMPTS; attempt += 1) {
      await pause(1_000);
      repeated += 1;
      ({ status } = await ask(agent, address, form));
    }
  };
  const reading = (url: (index: number) => string): Promise<readonly number[]> =>
    read(reader, url, () => performance.now() - began < order.seconds * 1_000);
  const hitting = reading((index) => `${urlOf(order, index)}/ouvidoria`);
  const idling = reading(() => order.idleUrl);
  const sent: Promise<void>[] = [];
  while (sent.length < order.rate * order.seconds) {
    const due = Math.min(order.rate * order.seconds, Math.floor(((performance.now() - began) / 1_000) * order.rate) + 1);
    while (sent.length < due) sent.push(citizen(sent.length));
    await pause(5);
  }
  await Promise.all(sent);
  const elapsedMs = performance.now() - began;
  const [hits, idle] = await Promise.all([hitting, idling]);
  agent.destroy();
  reader.destroy();
  return { statuses, submissions, hits, idle, repeated, elapsedMs };
}

process.on('message', (order: SubmissionsOrder) => {
  void run(order).then((report) => process.send?.(report));
});
