/**
 * A simulation of N replicas: what the origin, the shared cache and the backend have to do as N grows, with the traffic growing with it. Requests
 * are Poisson processes over the addresses of the real routes, their frequencies by Zipf's law; content changes every minute, and in the middle of the
 * run a new build makes every key cold. It is the caches that are simulated, not their machines; the same seed gives the same table.
 *
 *   node tests/bench/process/scale.ts [requests a second of one replica] [rows of content]
 *
 * `alone`: each replica by itself. `shared`: with CACHE_URL. `cdn`: 20 points of presence in front, which are told of purges, and CACHE_URL.
 * Of each: renders a second on the mean; renders in the second after the deploy; the part of requests that waited for a render. Beside them: reads of the shared
 * cache a second, and entries of its log that are delivered for one change of content.
 */
import { ROUTES } from '../../../shared/routes/table.ts';

const perReplica = Number(process.argv[2] ?? 50);
const rows = Number(process.argv[3] ?? 1_000);

const SECONDS = 900;
const DEPLOY_AT = 600;
const CHANGE_EVERY = 60;
const ZIPF_EXPONENT = 0.9;
const POINTS_OF_PRESENCE = 20;
const REPLICAS = [1, 3, 10, 30, 100, 300, 1_000];

/** Seconds within which all replicas have heard of a change, and of one render. A purge that comes after the render has it made again. */
const SPREAD = 0.05;
const RENDER = 0.01;

interface Address {
  readonly share: number;
  readonly freshFor: number;
  /** Moments at which nothing that is stored may be used any more: purges and the deploy, in order. */
  readonly ends: readonly number[];
}

/** Pseudo-random numbers by mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One address for a route without parameters, one for each row for the others; the plain ones are the more frequent. */
function addresses(random: () => number): readonly Address[] {
  const kept = ROUTES.filter(({ cache }) => cache.kind === 'shared');
  const lifetime = ({ cache }: (typeof kept)[number]): number => (cache.kind === 'shared' ? cache.freshFor : 0);
  const isPlain = ({ params }: (typeof kept)[number]): boolean => Object.keys(params).length === 0;
  const plain = kept.filter(isPlain).map((route) => ({ freshFor: lifetime(route), isItem: false }));
  const withRows = kept.filter((route) => !isPlain(route));
  const items = Array.from({ length: rows }, (_, row) => {
    const route = withRows[row % withRows.length];
    return { freshFor: route === undefined ? 300 : lifetime(route), isItem: true };
  });
  const all = [...plain, ...items];
  const weights = all.map((_, rank) => (rank + 1) ** -ZIPF_EXPONENT);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ends = all.map((): number[] => [DEPLOY_AT]);
  for (let at = CHANGE_EVERY / 2; at < SECONDS; at += CHANGE_EVERY) {
    // A change of one row: its page, and about a tenth of the pages that list or count.
    ends[plain.length + Math.floor(random() * items.length)]?.push(at);
    for (let index = 0; index < plain.length; index += 1) if (index === 0 || random() < 0.1) ends[index]?.push(at);
  }
  return all.map(({ freshFor }, rank) => ({
    freshFor,
    share: (weights[rank] ?? 0) / total,
    ends: (ends[rank] ?? []).toSorted((one, other) => one - other),
  }));
}

interface Fill {
  readonly at: number;
  /** False where the stored response was only old, so that it was sent while a new one was made. */
  readonly isWaitedFor: boolean;
}

/** When a cache with Poisson requests at this rate asks behind it for an address. */
function fills(rate: number, address: Address, random: () => number): readonly Fill[] {
  const found: Fill[] = [];
  const wait = (): number => -Math.log(1 - random()) / rate;
  let isWaitedFor = true;
  for (let at = wait(); at < SECONDS; ) {
    found.push({ at, isWaitedFor });
    const end = address.ends.find((each) => each > at) ?? Number.POSITIVE_INFINITY;
    const stale = at + address.freshFor;
    const next = Math.min(stale, end) + wait();
    isWaitedFor = end < next;
    at = next;
  }
  return found;
}

/** The same behind caches in front, whose own questions are the requests. */
function fillsBehind(requests: readonly number[], address: Address): readonly Fill[] {
  const found: Fill[] = [];
  let until = Number.NEGATIVE_INFINITY;
  let since = Number.NEGATIVE_INFINITY;
  for (const at of requests) {
    const isPurged = address.ends.some((end) => end > since && end <= at);
    if (at < until && !isPurged) continue;
    found.push({ at, isWaitedFor: isPurged || since === Number.NEGATIVE_INFINITY });
    [since, until] = [at, at + address.freshFor];
  }
  return found;
}

interface Tally {
  renders: number;
  afterDeploy: number;
  waited: number;
}

function count(tally: Tally, all: readonly Fill[]): void {
  tally.renders += all.length;
  for (const { at, isWaitedFor } of all) {
    if (at >= DEPLOY_AT && at < DEPLOY_AT + 1) tally.afterDeploy += 1;
    if (isWaitedFor) tally.waited += 1;
  }
}

function simulate(replicas: number): readonly string[] {
  const random = randomNumbers(1);
  const all = addresses(random);
  const rate = perReplica * replicas;
  const [alone, shared, cdn]: [Tally, Tally, Tally] = [newTally(), newTally(), newTally()];
  for (const address of all) {
    const own = rate * address.share;
    for (let replica = 0; replica < replicas; replica += 1) count(alone, fills(own / replicas, address, random));
    const once = fills(own, address, random);
    count(shared, once);
    // A change is as many purges as there are replicas; a page that is asked for between them is rendered again.
    const again = (address.ends.length - 1) * Math.min(replicas - 1, SPREAD / RENDER, own * SPREAD);
    shared.renders += again;
    cdn.renders += again;
    const points = Array.from({ length: POINTS_OF_PRESENCE }, () => fills(own / POINTS_OF_PRESENCE, address, random).map(({ at }) => at));
    count(
      cdn,
      fillsBehind(
        points.flat().toSorted((one, other) => one - other),
        address,
      ),
    );
  }
  const line = ({ renders, afterDeploy, waited }: Tally): readonly string[] => [
    (renders / SECONDS).toFixed(1),
    String(afterDeploy),
    `${((100 * waited) / (rate * SECONDS)).toFixed(3)} %`,
  ];
  return [
    String(replicas),
    String(rate),
    ...line(alone),
    ...line(shared),
    (alone.renders / shared.renders).toFixed(1),
    (alone.renders / SECONDS).toFixed(1),
    ...line(cdn),
    String(replicas * replicas),
  ];
}

function newTally(): Tally {
  return { renders: 0, afterDeploy: 0, waited: 0 };
}

const HEAD = [
  'N',
  'req/s',
  ...['alone', 'shared'].flatMap((name) => [`${name}: renders/s`, 'after deploy', 'waited']),
  'ratio',
  'reads/s',
  'cdn: renders/s',
  'after deploy',
  'waited',
  'log',
];
const table = [HEAD, ...REPLICAS.map(simulate)];
const widths = HEAD.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
for (const cells of table) process.stdout.write(`${cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')}\n`);
