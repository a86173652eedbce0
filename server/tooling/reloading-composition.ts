/** A composition of the site that is made again, in the running process, when the code of the server changes. */
import type { Server } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ViteDevServer } from 'vite';
import type { ContentBackend } from '../backend/backend.ts';
import type { ComposeOptions, Composition } from '../compose.ts';
import type { OpenBackendOptions } from '../open-backend.ts';
import { generate } from './generate.ts';
import type { SourceModules } from './source-modules.ts';

export interface ReloadingOptions {
  readonly root: string;
  readonly vite: ViteDevServer;
  readonly modules: SourceModules;
  /** Where Vite listens for the hot reload sockets of open pages. */
  readonly hotReload: Server;
}

const COMPOSE = '/server/compose.ts';
const OPEN_BACKEND = '/server/open-backend.ts';

/** An editor or a checkout writes several files at once. */
const TOGETHER_MS = 30;

const OPERATION = /^shared\/graphql\/(?:operations|fragments)\/.+\.graphql$/;

/** What is read once, when the process starts: after a change the process begins anew. */
const PROCESS = /^(?:vite\.config\.ts|package\.json|server\/main\.ts|server\/(?:config|tooling)\/.*)$/;

/** SQL, metadata and content, which are no modules but belong to the backend. */
const BACKEND = /^server\/(?:backend|project)\//;

type OpenBackend = (options: OpenBackendOptions) => Promise<ContentBackend>;

/** Returns what composes the site in place of `compose` and composes it again after each change. */
export function reloadingComposition({
  root,
  vite,
  modules,
  hotReload,
}: ReloadingOptions): (options: ComposeOptions) => Promise<Composition> {
  return async (options) => {
    let opened: { readonly by: OpenBackend; readonly backend: ContentBackend } | undefined;
    let current: Composition | undefined;

    const closeBackend = async (): Promise<void> => {
      const closing = opened?.backend.close();
      opened = undefined;
      await closing;
    };
    const load = async (): Promise<Composition> => {
      const { openBackend: by } = (await modules.load(OPEN_BACKEND)) as { readonly openBackend: OpenBackend };
      if (opened?.by !== by) {
        await closeBackend();
        opened = { by, backend: await by(options) };
      }
      const { compose } = (await modules.load(COMPOSE)) as typeof import('../compose.ts');
      const next = await compose({ ...options, development: { modules, backend: opened.backend } });
      await current?.close();
      current = next;
      return next;
    };

    const pending = new Set<string>();
    const apply = async (): Promise<void> => {
      await wait(TOGETHER_MS);
      const files = [...pending];
      pending.clear();
      if (files.length === 0) return;
      const names = files.map((file) => path.relative(root, file).split(path.sep).join('/'));
      if (names.some((name) => PROCESS.test(name))) return startAnew();
      if (names.some((name) => OPERATION.test(name))) await generate(root, { types: false });
      for (const [index, file] of files.entries()) {
        const known = modules.forget(file);
        if (!known && BACKEND.test(names[index] ?? '')) await closeBackend();
      }
      if (opened !== undefined && modules.isCurrent(COMPOSE)) return;
      const startedAt = performance.now();
      await load();
      options.log.info({ files: names, ms: Math.round(performance.now() - startedAt) }, 'the server runs its new code');
      vite.ws.send({ type: 'full-reload' });
    };
    const startAnew = async (): Promise<void> => {
      options.log.info({}, 'the process starts anew');
      await current?.close();
      await closeBackend();
      process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
    };

    const first = await load();
    let applied: Promise<void> = Promise.resolve();
    const onFile = (_event: string, file: string): void => {
      pending.add(file);
      // A fault of the new code is told, and the next change tries again; until then the old code answers.
      applied = applied.then(apply).catch((error: unknown) => options.log.error({ err: error }, 'the new code does not run'));
    };
    vite.watcher.on('all', onFile);
    options.server.on('upgrade', (...upgrade) => hotReload.emit('upgrade', ...upgrade));
    const now = (): Composition => current ?? first;
    return {
      backendKind: first.backendKind,
      // Requests that come after a change wait for the new code.
      listener: (req, res) => void applied.then(() => now().listener(req, res)),
      answerDirectly: null,
      upgrade: (req, socket, head) => now().upgrade(req, socket, head),
      warmUp: async () => undefined,
      drain() {
        now().drain();
        void vite.close();
      },
      async close() {
        await now().close();
        await closeBackend();
      },
    };
  };
}
