/**
 * Two replicas of the built site on one Postgres behind nginx, under constant load: everything that operators do to them, and what happens
 * to them by itself. The cases go on from each other; no visitor may notice any of it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type Balancer, installedNginx, startBalancer } from '../support/nginx.ts';
import { serverBinaries, startServer, type TestServer } from '../support/postgres-server.ts';
import { changeNews, NEWS_PATH, PATHS, writeContent } from '../support/replicas/content.ts';
import { assetNames, type OtherBuild, otherBuild } from '../support/replicas/other-build.ts';
import { Visitors } from '../support/replicas/visitors.ts';
import { launchSite, type RunningSite, type SiteOptions, startSite, untilReady } from '../support/site.ts';

const READY_WITHIN_MS = 120_000;

const NGINX = installedNginx();

/** Sites of other files take ports above: none may come while a replica is being replaced. */
const PORTS_FROM = 10_000;

describe.skipIf(NGINX === undefined)('two replicas behind nginx (skipped where nginx is not installed)', () => {
  let postgres: TestServer;
  let replicas: readonly [RunningSite, RunningSite];
  let release: OtherBuild;
  let visitors: Visitors;
  /** What was started, the last first: a start that fails half-way leaves nothing running. */
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    postgres = await startServer(await serverBinaries());
    ends.unshift(() => postgres.stop());
    const first = await startSite({ ...options(), port: await freePort(PORTS_FROM) });
    const endFirst = (): Promise<void> => first.stop();
    ends.unshift(endFirst);
    await writeContent(postgres.connectionString);
    replicas = [first, await startSite({ ...options(), port: await freePort(PORTS_FROM) })];
    ends.splice(ends.indexOf(endFirst), 1, () => onEach((replica) => replica.stop()));
    const balancer: Balancer = await startBalancer(NGINX ?? '', replicas.map(portOf));
    ends.unshift(() => balancer.stop());
    release = await otherBuild();
    ends.push(() => release.remove());
    const names = await assetNames(release.root);
    visitors = new Visitors({ url: balancer.url, paths: PATHS, count: 3, buildOf: (asset) => (names.has(asset) ? 'new' : 'old') });
    visitors.start();
    ends.unshift(() => visitors.leave());
  }, 300_000);
  afterAll(async () => {
    for (const end of ends) await end();
  });

  function options(): SiteOptions {
    return { environment: { DATABASE_URL: postgres.connectionString, DEMO_CONTENT: 'off', TRUST_PROXY: '1', DRAIN_DELAY_MS: '1000' } };
  }

  function portOf({ url }: RunningSite): number {
    return Number(new URL(url).port);
  }

  async function onEach<T>(work: (replica: RunningSite) => Promise<T>): Promise<readonly T[]> {
    return Promise.all(replicas.map(work));
  }

  /** Resolves when both replicas answer every path from their stores. */
  async function untilStored(): Promise<void> {
    for (const path of PATHS) {
      const stored = (): Promise<readonly string[]> =>
        onEach(async ({ url }) => {
          const answer = await fetch(url + path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
          await answer.arrayBuffer();
          return `${answer.status} ${answer.headers.get('cache-status')?.startsWith('edge; hit') === true ? 'hit' : 'miss'} ${path}`;
        });
      await expect.poll(stored, { interval: 50 }).toEqual([`200 hit ${path}`, `200 hit ${path}`]);
    }
  }

  async function restart(index: 0 | 1, root?: string): Promise<void> {
    const port = portOf(replicas[index]);
    await replicas[index].stop();
    const next = await launchSite({ ...options(), port, ...(root === undefined ? {} : { root }) });
    replicas = index === 0 ? [next, replicas[1]] : [replicas[0], next];
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

  test('both serve pages, files and pictures', async () => {
    visitors.during = 'the start';
    await untilStored();
    await visitors.more(20);
    expect(visitors.failures).toEqual([]);
  });

  test('a change is seen by both', async () => {
    visitors.during = 'a change';
    await changeNews(postgres.connectionString, 'Depois da mudança');
    await expect.poll(headlines, { interval: 20 }).toEqual(['Depois da mudança', 'Depois da mudança']);
    await visitors.more(20);
    expect(visitors.failures).toEqual([]);
  });

  test('a rolling restart is not noticed', async () => {
    visitors.during = 'a rolling restart';
    await restart(0);
    await restart(1);
    await visitors.more(20);
    expect(visitors.failures).toEqual([]);
  });

  test('a replica that is killed is not noticed', async () => {
    visitors.during = 'a kill';
    replicas[0].process.kill('SIGKILL');
    await visitors.more(20);
    await restart(0);
    expect(visitors.failures).toEqual([]);
  });

  test('pages of two builds side by side have their stylesheets and scripts', async () => {
    visitors.during = 'a deploy';
    await restart(0, release.root);
    await Promise.all([visitors.more(15, 'old'), visitors.more(15, 'new')]);
    await restart(1, release.root);
    await visitors.more(20, 'new');
    expect(visitors.failures).toEqual([]);
  });

  test('stored answers stand in for a database that is stopped, the replicas say degraded, and both recover', async () => {
    visitors.during = 'an outage of the database';
    await untilStored();
    await postgres.halt();
    await expect.poll(readiness, { interval: 200 }).toEqual([DEGRADED, DEGRADED]);
    await visitors.more(100);
    expect(await readiness()).toEqual([DEGRADED, DEGRADED]);
    await postgres.resume();
    await expect.poll(readiness, { interval: 200 }).toEqual([READY, READY]);
    await changeNews(postgres.connectionString, 'Depois da parada');
    await expect.poll(headlines, { interval: 200, timeout: 60_000 }).toEqual(['Depois da parada', 'Depois da parada']);
    await visitors.more(20);
    expect(visitors.failures).toEqual([]);
  });
});

const DEGRADED = [200, 'degraded', expect.arrayContaining(['database: unreachable']) as unknown];
const READY = [200, 'ready', []];
