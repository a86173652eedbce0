/**
 * Three replicas of the built site on one Postgres and one Redis behind nginx, under constant load: everything that operators do to them, and what
 * happens to them by itself. The cases go on from each other; no visitor may notice any of it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type Balancer, installedNginx, startBalancer } from '../support/nginx.ts';
import { serverBinaries, startServer, type TestServer } from '../support/postgres-server.ts';
import { COLD_PATHS, changeNews, changeNewsUnheard, NEWS_PATH, PATHS, withdrawNews, writeContent } from '../support/replicas/content.ts';
import { assetNames, type OtherBuild, otherBuild } from '../support/replicas/other-build.ts';
import { SHORT_PAUSE_MS, Visitors } from '../support/replicas/visitors.ts';
import { installedRedis, type RedisServer, startRedis } from '../support/shared-medium/redis-server.ts';
import { launchSite, type RunningSite, type SiteOptions, startSite, untilReady } from '../support/site.ts';

const READY_WITHIN_MS = 120_000;

const NGINX = installedNginx();
const REDIS = installedRedis();

const TOKEN = 'token-dos-operadores';

/** Servers of other files take ports above: none may come while a replica is being replaced, or the database or the shared cache is stopped. */
const PORTS_FROM = 10_000;

describe.skipIf(NGINX === undefined || REDIS === undefined)('three replicas behind nginx (skipped where nginx or Redis is missing)', () => {
  let postgres: TestServer;
  let redis: RedisServer;
  let replicas: readonly [RunningSite, RunningSite, RunningSite];
  /** Headlines that a visitor may see. */
  let headlinesNow: readonly string[] = ['Antes da mudança'];
  let release: OtherBuild;
  let balancer: Balancer;
  let visitors: Visitors;
  /** What was started, the last first: a start that fails half-way leaves nothing running. */
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    postgres = await startServer(await serverBinaries(), PORTS_FROM);
    ends.unshift(() => postgres.stop());
    redis = await startRedis(REDIS ?? '', [], PORTS_FROM);
    ends.unshift(() => redis.stop());
    const first = await startSite({ ...options(), port: await freePort(PORTS_FROM) });
    const endFirst = (): Promise<void> => first.stop();
    ends.unshift(endFirst);
    await writeContent(postgres.connectionString);
    const ports = [await freePort(PORTS_FROM), await freePort(PORTS_FROM)] as const;
    const [second, third] = await Promise.all([startSite({ ...options(), port: ports[0] }), startSite({ ...options(), port: ports[1] })]);
    replicas = [first, second, third];
    ends.splice(ends.indexOf(endFirst), 1, () => onEach((replica) => replica.stop()));
    balancer = await startBalancer(NGINX ?? '', replicas.map(portOf));
    ends.unshift(() => balancer.stop());
    release = await otherBuild();
    ends.push(() => release.remove());
    const names = await assetNames(release.root);
    visitors = new Visitors({ url: balancer.url, paths: PATHS, count: 3, buildOf: (asset) => (names.has(asset) ? 'new' : 'old'), isRight });
    visitors.start();
    ends.unshift(() => visitors.leave());
  }, 300_000);
  afterAll(async () => {
    for (const end of ends) await end();
  });

  function options() {
    return {
      environment: {
        // That of the balancer, so the same for each; by it the replicas of a site know each other in the shared cache.
        SITE_URL: 'http://www.instituto.example',
        DATABASE_URL: postgres.connectionString,
        CACHE_URL: redis.url,
        PURGE_TOKEN: TOKEN,
        DEMO_CONTENT: 'off',
        TRUST_PROXY: '1',
        DRAIN_DELAY_MS: '1000',
      },
    } satisfies SiteOptions;
  }

  function portOf({ url }: RunningSite): number {
    return Number(new URL(url).port);
  }

  async function onEach<T>(work: (replica: RunningSite) => Promise<T>): Promise<readonly T[]> {
    return Promise.all(replicas.map(work));
  }

  function isRight(path: string, text: string): boolean {
    if (path === NEWS_PATH) return headlinesNow.some((headline) => text.includes(`>${headline}<`));
    return path !== '/lai/documentos/leis' || text.includes('Lei 1');
  }

  /** Resolves when all replicas show this headline, and no visitor may see another one from then on. */
  async function untilAllShow(headline: string): Promise<void> {
    await expect.poll(headlines, { interval: 20, timeout: 60_000 }).toEqual([headline, headline, headline]);
    await visitors.underWay();
    headlinesNow = [headline];
  }

  /** Changes the headline behind the back of the replicas, and tells one of them to purge its page. */
  async function purgeBy({ url }: RunningSite, headline: string): Promise<void> {
    headlinesNow = [...headlinesNow, headline];
    await changeNewsUnheard(postgres.connectionString, headline);
    await purge(url, 'hard');
  }

  async function purge(url: string, mode: 'hard' | 'soft'): Promise<void> {
    const answer = await fetch(`${url}/_edge/purge`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: NEWS_PATH, mode }),
    });
    expect(answer.status).toBe(200);
  }

  async function change(headline: string): Promise<void> {
    headlinesNow = [...headlinesNow, headline];
    await changeNews(postgres.connectionString, headline);
  }

  /** Resolves when all replicas answer every path from their stores. */
  async function untilStored(): Promise<void> {
    for (const path of PATHS) {
      const stored = (): Promise<readonly string[]> =>
        onEach(async ({ url }) => {
          const answer = await fetch(url + path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
          await answer.arrayBuffer();
          return `${answer.status} ${answer.headers.get('cache-status')?.startsWith('edge; hit') === true ? 'hit' : 'miss'} ${path}`;
        });
      await expect.poll(stored, { interval: 50 }).toEqual(Array(3).fill(`200 hit ${path}`));
    }
  }

  async function restart(index: 0 | 1, root?: string): Promise<void> {
    const port = portOf(replicas[index]);
    await replicas[index].stop();
    const next = await launchSite({ ...options(), port, ...(root === undefined ? {} : { root }) });
    replicas = index === 0 ? [next, replicas[1], replicas[2]] : [replicas[0], next, replicas[2]];
    await untilReady(next, READY_WITHIN_MS);
  }

  const readiness = (): Promise<readonly unknown[]> =>
    onEach(async ({ url }) => {
      const answer = await fetch(`${url}/health/ready`);
      const { status, reasons } = (await answer.json()) as { readonly status: string; readonly reasons: readonly string[] };
      return [answer.status, status, reasons];
    });

  const headlines = (): Promise<readonly (string | undefined)[]> =>
    onEach(async ({ url }) => /<h1[^>]*>([^<]*)/.exec(await (await fetch(url + NEWS_PATH)).text())?.[1]);

  test('all serve pages, files and pictures', async () => {
    visitors.during = 'the start';
    await untilStored();
    await visitors.more(20);
    expect(visitors.failures).toEqual([]);
  });

  test('a form with an attachment of two megabytes passes the balancer', async () => {
    const body = new FormData();
    const fields = { identificacao: 'anonima', tipo: 'reclamacao', texto: 'O atendimento demorou três horas.', chave: randomUUID() };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('anexos', new Blob(['ano;valor\n2025;1\n'.repeat(120_000)], { type: 'text/csv' }), 'gastos.csv');
    const headers = { Origin: options().environment.SITE_URL, Accept: 'application/json' };
    const answer = await fetch(`${balancer.url}/_casos/manifestacao`, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([201, '{"destino":"/_casos/recibo"}']);
  });

  test('a change is seen by all', async () => {
    visitors.during = 'a change';
    await change('Depois da mudança');
    await untilAllShow('Depois da mudança');
    await visitors.more(20);
    expect(visitors.failures).toEqual([]);
  });

  test('a page that no visitor has asked for is rendered once for all replicas', async () => {
    for (const path of COLD_PATHS) {
      const answers = await onEach(async (replica) => {
        const answer = await fetch(replica.url + path);
        return { replica, isPage: (await answer.text()).includes('Notícia fria'), by: answer.headers.get('cache-status') ?? '' };
      });
      expect(answers.map(({ isPage }) => isPage)).toEqual([true, true, true]);
      const renders = answers.filter(({ by }) => by.includes('fwd='));
      expect(renders.length).toBeGreaterThan(0);
      // Which replica the shared cache does not answer in time renders for itself, and says so (decision 0061).
      const wentOnAlone = ({ replica }: { readonly replica: RunningSite }): boolean =>
        replica
          .output()
          .split('\n')
          .some((line) => line.includes('shared-failed') && line.includes(path));
      await expect.poll(() => renders.filter((render) => !wentOnAlone(render)).length).toBeLessThanOrEqual(1);
    }
  });

  test('a purge of one reaches all', async () => {
    visitors.during = 'a purge';
    await purgeBy(replicas[0], 'Depois da limpeza');
    await untilAllShow('Depois da limpeza');
    expect(visitors.failures).toEqual([]);
  });

  test('each replica works alone while the shared cache is stopped, says so, and receives the purges of that time afterwards', async () => {
    visitors.during = 'an outage of the shared cache';
    await redis.halt();
    await expect.poll(readiness, { interval: 100 }).toEqual([ALONE, ALONE, ALONE]);
    await purgeBy(replicas[1], 'Depois da queda');
    await expect.poll(async () => (await headlines())[1]).toBe('Depois da queda');
    await visitors.more(50);
    await redis.resume();
    await untilAllShow('Depois da queda');
    await expect.poll(readiness, { interval: 100 }).toEqual([READY, READY, READY]);
    expect(visitors.failures).toEqual([]);
  });

  test('a rolling restart is not noticed', async () => {
    visitors.during = 'a rolling restart';
    await restart(0);
    await purgeBy(replicas[1], 'Depois do reinício');
    await restart(1);
    await untilAllShow('Depois do reinício');
    await visitors.more(20);
    expect(visitors.failures).toEqual([]);
  });

  test('a replica that is killed is not noticed', async () => {
    visitors.during = 'a kill';
    replicas[0].process.kill('SIGKILL');
    await purgeBy(replicas[2], 'Depois da morte');
    await visitors.more(20);
    await restart(0);
    await untilAllShow('Depois da morte');
    expect(visitors.failures).toEqual([]);
  });

  test('pages of two builds side by side have their stylesheets and scripts, and a purge of the one reaches the other', async () => {
    visitors.during = 'a deploy';
    await restart(0, release.root);
    await Promise.all([visitors.more(15, 'old'), visitors.more(15, 'new')]);
    await purgeBy(replicas[1], 'Durante a implantação');
    await untilAllShow('Durante a implantação');
    await restart(1, release.root);
    await visitors.more(20, 'new');
    expect(visitors.failures).toEqual([]);
  });

  test('stored answers stand in for a database that is stopped, the replicas say degraded, and a purge of that time counts afterwards', async () => {
    visitors.during = 'an outage of the database';
    await untilStored();
    headlinesNow = [...headlinesNow, 'Durante a parada'];
    await changeNewsUnheard(postgres.connectionString, 'Durante a parada');
    await postgres.halt();
    const haltedAt = performance.now();
    await expect.poll(readiness, { interval: 200 }).toEqual([DEGRADED, DEGRADED, DEGRADED]);
    await purge(replicas[0].url, 'soft');
    await visitors.more(50);
    visitors.pauseMs = 200;
    while (performance.now() - haltedAt < OUTAGE_MS) await visitors.more(1);
    visitors.pauseMs = SHORT_PAUSE_MS;
    expect(await readiness()).toEqual([DEGRADED, DEGRADED, DEGRADED]);
    await postgres.resume();
    await expect.poll(readiness, { interval: 200 }).toEqual([READY, READY, READY]);
    await untilAllShow('Durante a parada');
    await change('Depois da parada');
    await untilAllShow('Depois da parada');
    await visitors.more(20);
    expect(visitors.failures).toEqual([]);
  });

  test('what is withdrawn while no replica runs is not served after the start', async () => {
    await visitors.leave();
    await untilStored();
    await onEach((replica) => replica.stop());
    await withdrawNews(postgres.connectionString);
    await restart(0);
    expect((await fetch(replicas[0].url + NEWS_PATH)).status).toBe(404);
  });
});

/** Longer than replicas wait for anything that they try again, and than a connection is asked whether it lives. */
const OUTAGE_MS = 30_000;

const DEGRADED = [200, 'degraded', expect.arrayContaining(['database: unreachable']) as unknown];
const ALONE = [200, 'degraded', ['cache: unreachable']];
const READY = [200, 'ready', []];
