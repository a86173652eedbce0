/**
 * Runs the public HTTP cache test suite (npm `http-cache-tests`) against the edge as a reverse proxy, between the suite's origin, in a
 * process of its own, and the suite's client. The suite belongs to the package of this folder, because its dependencies contain an npm that
 * would shadow the installed one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Agent, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { createEdge } from '../../server/edge/index.ts';
import { boundPipelining } from '../../server/http/connections/bounds.ts';
import { answerDirectly } from '../../server/http/connections/direct-answers.ts';
import { httpOrigin } from '../support/http-origin.ts';

const HERE = import.meta.dirname;
const SUITE = path.join(HERE, 'node_modules/http-cache-tests');

export type Kind = 'required' | 'optimal' | 'check';

export interface Case {
  readonly id: string;
  readonly name: string;
  readonly kind: Kind;
  readonly dependsOn: readonly string[];
}

/** True for passed, otherwise the message of the suite. */
export type Results = ReadonlyMap<string, true | string>;

interface SuiteTest {
  readonly id: string;
  readonly name: string;
  readonly kind?: Kind;
  readonly depends_on?: readonly string[];
  readonly browser_only?: boolean;
}

type NodeFetch = (url: string, init: object) => Promise<unknown>;

interface SuiteGroup {
  readonly tests: readonly SuiteTest[];
}

/** npm writes it last. */
const INSTALLED = path.join(HERE, 'node_modules/.package-lock.json');

const INSTALL_MS = 120_000;

/** Installs the suite from its lock file where it is absent. Of two files that start at once, one installs it and the other waits. */
export async function installSuite(): Promise<void> {
  if (existsSync(INSTALLED)) return;
  const isFirst = await mkdir(path.dirname(INSTALLED)).then(
    () => true,
    () => false,
  );
  if (!isFirst) {
    const deadline = AbortSignal.timeout(INSTALL_MS);
    while (!existsSync(INSTALLED)) await setTimeout(100, undefined, { signal: deadline });
    return;
  }
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'ignore' });
  const [code] = await once(npm, 'exit');
  if (code === 0) return;
  await rm(path.dirname(INSTALLED), { recursive: true, force: true });
  throw new Error(`npm ci in tests/conformance ended with ${code}`);
}

/** Lists the cases for a shared cache. */
export async function suiteCases(): Promise<readonly Case[]> {
  return (await suiteGroups())
    .flatMap(({ tests }) => tests)
    .filter((test) => test.browser_only !== true)
    .map(({ id, name, kind = 'required', depends_on: dependsOn = [] }) => ({ id, name, kind, dependsOn }));
}

export interface SuiteRun {
  readonly results: Results;
  /** Responses that were sent at the socket. */
  readonly direct: number;
}

/** Connections of the client where they are kept alive. */
const CONNECTIONS = 24;

/**
 * Runs all cases once in this process, which keeps the suite's state. This takes about half a minute, because the suite waits for lifetimes
 * to end. With `isDirect` stored responses are answered before Node's parser where that is possible.
 */
export async function runSuite({ isDirect }: { readonly isDirect: boolean }): Promise<SuiteRun> {
  const origin = await startOrigin();
  const edge = createEdge({ origin: httpOrigin(origin.port) });
  const server = createServer(boundPipelining(edge.listener));
  let direct = 0;
  if (isDirect) {
    answerDirectly(server, (request, keepAliveTimeout) => {
      const answer = edge.storedAnswer(request, keepAliveTimeout);
      if (answer !== null) direct += 1;
      return answer;
    });
  }
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const base = `http://127.0.0.1:${await listen(server)}`;
    const runner = (await import(path.join(SUITE, 'client/runner.mjs'))) as {
      runTests(groups: readonly SuiteGroup[], fetch: unknown, browser: boolean, base: string, chunk?: number): Promise<void>;
      getResults(): Record<string, true | readonly string[]>;
    };
    const { default: fetch } = (await import(path.join(HERE, 'node_modules/node-fetch/lib/index.js'))) as { default: NodeFetch };
    // Without an agent node-fetch closes the connection after each request.
    const kept: NodeFetch = (url, init) => fetch(url, { ...init, agent });
    await runner.runTests(await suiteGroups(), isDirect ? kept : fetch, false, base);
    const results = Object.entries(runner.getResults());
    return { results: new Map(results.map(([id, result]) => [id, result === true ? true : result.join(': ')])), direct };
  } finally {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    origin.process.kill();
  }
}

async function suiteGroups(): Promise<readonly SuiteGroup[]> {
  return ((await import(path.join(SUITE, 'tests/index.mjs'))) as { default: readonly SuiteGroup[] }).default;
}

async function startOrigin(): Promise<{ readonly process: ChildProcess; readonly port: number }> {
  const child = spawn(process.execPath, [path.join(SUITE, 'server/server.mjs')], {
    cwd: SUITE,
    env: { ...process.env, npm_config_protocol: 'http', npm_config_port: '0', npm_config_pidfile: '/dev/null' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^Listening on .*:(\d+)\/$/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return { process: child, port: Number(port) };
  }
  throw new Error('the origin of the suite ended before it listened');
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
