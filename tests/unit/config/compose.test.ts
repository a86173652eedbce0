/** compose.yaml against what the server reads: nothing here starts a container. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../server/config/config.ts';
import { VARIABLES } from '../../../server/config/variables.ts';
import { commandOf, parseDockerfile } from '../../support/image/dockerfile.ts';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly networks: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly stop_grace_period?: string;
}

const text = readFileSync('compose.yaml', 'utf8');
const { services, networks } = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, object | null>>;
};

/** A value as compose fills it in: the given one, else the default. */
function filled(value: string, given: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?)?\}/g, (_, name: string, initial = '') => given[name] ?? initial);
}

describe.each(Object.entries(services))('the service %s', (_, service) => {
  test('has an exact image, a bound of memory and processes, a root that is read-only, and no privilege', () => {
    expect(service.image).toMatch(/^[\w/-]+:(?:\d+\.\d+[\w.-]*|\$\{VERSION:-local\})$/);
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
    });
  });

  test('starts when what it needs is healthy', () => {
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      // The site's check is that of its image.
      const isChecked = name === 'site' || services[name]?.healthcheck !== undefined;
      expect([condition, isChecked]).toEqual(['service_healthy', true]);
    }
  });
});

test('the image of the site has a health check that asks for readiness', () => {
  const stage = parseDockerfile(readFileSync('Dockerfile', 'utf8')).at(-1);
  expect(stage === undefined ? [] : commandOf(stage, 'HEALTHCHECK').join(' ')).toContain('/health/ready');
});

test('every variable is one of the server or of .env.example', () => {
  const example = readFileSync('.env.example', 'utf8');
  for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(example).toMatch(new RegExp(`^#${name}=`, 'm'));
  const known = new Set(VARIABLES.map(({ name }) => name));
  expect(Object.keys(services['site']?.environment ?? {}).filter((name) => !known.has(name))).toEqual([]);
});

/** The configuration that the site reads where .env has these lines. */
function configOf(given: Readonly<Record<string, string>>): Extract<ReturnType<typeof readConfig>, { readonly config: unknown }> {
  const { environment = {}, env_file: files } = services['site'] ?? {};
  const fromFile = files?.some(({ path }) => path === '.env') === true ? given : {};
  const decided = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, given)]));
  const reading = readConfig({ ...fromFile, ...decided, NODE_ENV: 'production' });
  if (reading.kind === 'faulty') throw new Error(reading.faults.join('\n'));
  return reading;
}

const NEEDED = { SITE_URL: 'https://www.exemplo.gov.br', POSTGRES_PASSWORD: 'senha', CASES_KEY: Buffer.alloc(32, 1).toString('base64') };

test('the site has every variable of .env, but for those that the containers decide', () => {
  const local = { PORT: '8080', HOST: '127.0.0.1', DATA_DIR: './.data', DATABASE_URL: 'postgres://outra/base', METRICS_HOST: '127.0.0.1' };
  const { config } = configOf({ ...NEEDED, ...local, SITE_TITLE: 'Instituto de Exemplo', METRICS_PORT: '9464' });
  expect(config).toEqual(configOf({ ...NEEDED, SITE_TITLE: 'Instituto de Exemplo', METRICS_PORT: '9464' }).config);
  expect([config.port, config.host, config.dataDirectory]).toEqual([3000, '0.0.0.0', '/data']);
  expect([config.siteTitle, config.metricsPort]).toEqual(['Instituto de Exemplo', 9464]);
});

test('the site starts on its variables, and is given the time to drain', () => {
  const reading = configOf(NEEDED);
  expect(reading.warnings).toEqual([]);
  const { drainDelayMs, drainTimeoutMs, trustProxy, databaseUrl, cacheUrl } = reading.config;
  expect([trustProxy, databaseUrl, cacheUrl]).toEqual([1, 'postgres://portal:senha@postgres:5432/portal', 'redis://valkey:6379/0']);
  expect(Number.parseInt(services['site']?.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(drainDelayMs + drainTimeoutMs + 5_000);
});

test('only the site reaches the database and the cache, which reach nothing', () => {
  const on = (network: string): readonly string[] => Object.keys(services).filter((name) => services[name]?.networks.includes(network));
  expect([on('front'), on('back')]).toEqual([
    ['balancer', 'site'],
    ['site', 'postgres', 'valkey'],
  ]);
  expect(networks['back']).toEqual({ internal: true });
});

test('the balancer finds the replicas by the name of their service, and asks each for readiness', () => {
  const balancer = readFileSync('deploy/haproxy.cfg', 'utf8');
  expect(services['site']?.deploy?.replicas).toBe(2);
  expect(balancer).toMatch(/^ {2}server-template site \d+ site:3000$/m);
  expect(balancer).toMatch(/^resolvers engine\n(?: {2}.*\n)* {2}parse-resolv-conf$/m);
  expect(balancer).toMatch(/^ {2}option httpchk GET \/health\/ready$/m);
});
