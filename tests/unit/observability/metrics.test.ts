/** The metrics: what they say, and that neither addresses nor queries of strangers make a series. */
import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ADMIN_CALLER, CASES_CALLER, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { createOperationNames } from '../../../server/backend/observed-backend.ts';
import { createPartMetrics, registerStateMetrics, type StateSources } from '../../../server/observability/metrics/state-metrics.ts';
import { createWorkMetrics, SLOW_MS } from '../../../server/observability/metrics/work-metrics.ts';
import { createRouteNames } from '../../../server/operations/route-names.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { ROUTES } from '../../../shared/routes/table.ts';

const SOURCES: StateSources = {
  build: 'b1',
  backend: 'embedded',
  edge: () => ({ hits: 10, staleHits: 2, forwards: 5, passes: 1, joins: 3, notAdmitted: 4, shed: 6, entries: 7, isSharing: true }),
  isSharing: () => null,
  loop: { lastMinute: () => ({ meanMs: 1, p99Ms: 20, maxMs: 300 }) },
  decoders: () => 2,
  queue: () => Promise.resolve({ cases: { waiting: 8, failed: 1 }, followers: { waiting: 3, failed: 2 } }),
  faults: () => ({ error: 1, warn: 2 }),
  connections: () => Promise.resolve(12),
  isReady: () => true,
};

const linesOf = async (registry: Registry): Promise<readonly string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('the metrics of work', () => {
  it('are the same in number after a thousand made-up addresses and queries', async () => {
    const registry = new Registry();
    const work = createWorkMetrics(registry);
    const routeOf = createRouteNames(ROUTES);
    const nameOf = createOperationNames(QUERY_TEXTS);
    const series: number[] = [];
    for (let n = 0; n < 1_000; n += 1) {
      for (const address of [`/x${n}`, `/informacoes/noticias/${n}?q=${n}`, `/x${n}.php`, `/_operations/${n}`, `/LAI/${n}`, `/v1/x${n}`]) {
        work.request(routeOf(address), n % 2 === 0 ? 'GET' : `M${n}`, 404, 1);
      }
      const caller = { ...PUBLIC_CALLER, role: 'editor' };
      const name = nameOf({ query: `query Nome${n} { a }`, operationName: `Nome${n}` }, caller);
      work.work({ kind: 'operation', name }, 'ok', 1, null);
      if (n === 1 || n === 999) series.push((await linesOf(registry)).length);
    }
    expect(series[1]).toBe(series[0]);
  });

  it.each([
    ['/_casos/recibo', 'cases'],
    ['/_avaliacao/obrigado/lai', 'feedback'],
    ['/_novidades/pedido?a=1', 'email-subscriptions'],
    ['/_reports/csp', 'csp-reports'],
    ['/nada', 'unknown'],
  ])('name %s after its endpoint: %s', (address, name) => {
    expect(createRouteNames(ROUTES)(address)).toBe(name);
  });

  it('list what was slow by itself, the latest first and no more than fifty', () => {
    const work = createWorkMetrics(new Registry(), () => 5);
    work.work({ kind: 'operation', name: 'Rapida' }, 'ok', SLOW_MS - 1, null);
    for (let n = 0; n < 60; n += 1) work.work({ kind: 'render', name: `r${n}` }, 'timeout', SLOW_MS + n, 'trace');
    expect(work.slowWork()).toHaveLength(50);
    expect(work.slowWork()[0]).toEqual({
      kind: 'render',
      name: 'r59',
      milliseconds: SLOW_MS + 59,
      outcome: 'timeout',
      at: 5,
      traceId: 'trace',
    });
    expect(work.totals('render')[0]).toEqual({ name: 'r59', count: 1, failures: 1, totalMs: SLOW_MS + 59, longestMs: SLOW_MS + 59 });
  });

  it('abandoned work is not counted as a failure', () => {
    const work = createWorkMetrics(new Registry());
    work.work({ kind: 'render', name: 'lai' }, 'abandoned', 1, null);
    expect(work.totals('render')).toMatchObject([{ count: 1, failures: 0 }]);
  });
});

describe('the names of operations', () => {
  const nameOf = createOperationNames({ Lai: 'query Lai { lai { id } }' });
  it.each([
    ['a query of the site by its text', 'query Lai { lai { id } }', PUBLIC_CALLER, 'Lai'],
    ['a query of the server by its own name', 'mutation ReservarMensagens { a }', CASES_CALLER, 'ReservarMensagens'],
    ['a query of the server by its own name', '\n  query Estado { a }', ADMIN_CALLER, 'Estado'],
    ['a query of a program with the admin secret', 'query Minha { a }', { ...ADMIN_CALLER }, 'other'],
    ['a query of the staff', 'query Lai { outra }', { ...PUBLIC_CALLER, role: 'editor' }, 'other'],
  ])('tell %s', (_case, query, caller, name) => {
    expect(nameOf({ query, operationName: 'Lai' }, caller)).toBe(name);
  });
});

describe('the metrics of state', () => {
  it('the metrics of state are read from the parts when metrics are asked for', async () => {
    const registry = new Registry();
    registerStateMetrics(registry, SOURCES);
    const lines = await linesOf(registry);
    expect(lines).toEqual(
      expect.arrayContaining([
        'portal_edge_requests_total{outcome="hit"} 8',
        'portal_edge_requests_total{outcome="stale"} 2',
        'portal_edge_requests_total{outcome="miss"} 4',
        'portal_edge_requests_total{outcome="bypass"} 1',
        'portal_edge_requests_total{outcome="shed"} 6',
        'portal_edge_state{figure="entries"} 7',
        'portal_event_loop_delay_seconds{figure="max"} 0.3',
        'portal_mail_messages{queue="cases",state="waiting"} 8',
        'portal_mail_messages{queue="cases",state="failed"} 1',
        'portal_mail_messages{queue="followers",state="waiting"} 3',
        'portal_mail_messages{queue="followers",state="failed"} 2',
        'portal_log_faults_total{level="warn"} 2',
        'portal_build_info{build="b1",backend="embedded"} 1',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('portal_shared_cache_in_use'))).toEqual([]);
    expect(await linesOf(registry)).toHaveLength(lines.length);
  });

  it('have each part as the last probe has found it', async () => {
    const registry = new Registry();
    const found = createPartMetrics(registry);
    found([
      { name: 'database', ok: true },
      { name: 'disk', ok: true },
    ]);
    found([
      { name: 'database', ok: true },
      { name: 'disk', ok: false },
    ]);
    expect(await linesOf(registry)).toEqual(['portal_part_works{part="database"} 1', 'portal_part_works{part="disk"} 0']);
  });

  it('say nothing of the queue while the database does not answer', async () => {
    const registry = new Registry();
    registerStateMetrics(registry, { ...SOURCES, queue: () => Promise.resolve(null) });
    expect((await linesOf(registry)).filter((line) => line.includes('portal_mail'))).toEqual([]);
  });
});

describe('the files for operators', () => {
  const registry = new Registry();
  createWorkMetrics(registry);
  createPartMetrics(registry);
  registerStateMetrics(registry, SOURCES);
  const known = new Set(
    registry.getMetricsAsArray().flatMap(({ name }) => [name, ...['_bucket', '_sum', '_count'].map((suffix) => name + suffix)]),
  );
  const namesIn = (text: string): readonly string[] => [...new Set(text.match(/\bportal_[a-z_]+/g))];

  it('the dashboard is JSON of Grafana whose panels ask for metrics that exist', () => {
    const text = readFileSync('deploy/grafana-dashboard.json', 'utf8');
    const { panels } = JSON.parse(text) as {
      readonly panels: readonly {
        readonly type: string;
        readonly title: string;
        readonly targets?: readonly { readonly expr: string }[];
      }[];
    };
    const expressions = panels
      .filter(({ type }) => type !== 'row')
      .map(({ title, targets = [] }) => ({ title, names: targets.flatMap(({ expr }) => namesIn(expr)) }));
    for (const { title, names } of expressions)
      expect([title, names.length > 0, names.filter((name) => !known.has(name))]).toEqual([title, true, []]);
    expect(panels.length).toBeGreaterThan(8);
  });

  it('each rule asks for metrics that exist, says what to do, and has a row in the runbook', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    const { groups } = parse(readFileSync('deploy/prometheus-alerts.yaml', 'utf8')) as {
      readonly groups: readonly {
        readonly rules: readonly {
          readonly alert: string;
          readonly expr: string;
          readonly annotations: Readonly<Record<string, string>>;
        }[];
      }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    for (const { alert, expr, annotations } of rules) {
      const names = namesIn(expr);
      expect([alert, names.length > 0, names.filter((name) => !known.has(name))]).toEqual([alert, true, []]);
      expect(runbook).toContain(`\n| \`${alert}\` |`);
      expect(annotations).toMatchObject({ summary: expect.any(String) as string, description: expect.any(String) as string });
    }
    expect(rules.length).toBeGreaterThan(5);
  });
});
