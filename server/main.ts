/**
 * The life of the process: configuration, listening, signals, draining. The only file that exits.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { isFormWithFiles } from '../shared/cases/addresses.ts';
import { isFileWrite } from '../shared/files/file-url.ts';
import { ROUTES } from '../shared/routes/table.ts';
import type { Composition, compose } from './compose.ts';
import { type Config, isHttps, readConfig } from './config/config.ts';
import { createStartingHandler, type StartingHandler } from './health/starting.ts';
import {
  beginsWebSocket,
  boundBodies,
  boundPipelining,
  closeSilent,
  closeUpgraded,
  connectionOptions,
  connectionTimes,
} from './http/connections/bounds.ts';
import { type Closing, prepareClosing } from './http/connections/closing.ts';
import { type AnswerDirectly, answerDirectly, type DirectAnswers } from './http/connections/direct-answers.ts';
import { listen } from './http/connections/listening.ts';
import { drain } from './http/drain.ts';
import { refusalOf, refuseInvalid } from './http/refused-request.ts';
import { answerUnreadable } from './http/unreadable-request.ts';
import { countRepeatedFaults } from './observability/fault-counts.ts';
import { createLogger, type Logger } from './observability/log.ts';
import { configurationText, createProgress, reportStartupFailure, StartupError } from './observability/startup-report.ts';
import { createAccessLog } from './operations/access-log.ts';
import { createRouteNames } from './operations/route-names.ts';

export interface RunOptions {
  /** Directory with `dist/`, `public/` and, in development, the sources. */
  readonly root: string;
  /** In place of the one composition for the whole life of the process; development composes again when code changes. */
  readonly compose?: typeof compose;
}

/** Starts the site and keeps it running until SIGTERM or SIGINT. Exits with 1 when the configuration or a part is at fault. */
export async function run(options: RunOptions): Promise<void> {
  const reading = readConfig(process.env);
  if (reading.kind === 'faulty') {
    process.stderr.write(configurationText(reading.faults, reading.warnings));
    process.exit(1);
  }
  const { config } = reading;
  const log = countRepeatedFaults(createLogger(config.logLevel));
  for (const warning of reading.warnings) log.warn({}, warning);
  const life = new ProcessLife(config, log);
  try {
    await life.start(options);
  } catch (error) {
    reportStartupFailure(error, log, (text) => process.stderr.write(text));
    await life.stop(0);
    process.exit(1);
  }
}

const SERVER_OPTIONS: ServerOptions = {
  // Nearly every request is a GET without a body; without a stream for the body a stored response costs a tenth less.
  optimizeEmptyRequests: true,
  // Node's own refusal is an empty response, so the site refuses these requests itself.
  requireHostHeader: false,
};

/** One running site: listens at once, answers probes while its parts start, drains on a signal. */
class ProcessLife {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #server: Server;
  /** Null where it is configured off. */
  readonly #direct: DirectAnswers | null;
  readonly #closing: Closing;
  readonly #starting = new AbortController();
  readonly #beforeSite: StartingHandler;
  #listener: RequestListener;
  #composition: Composition | null = null;
  #failed = false;
  readonly #hurry = new AbortController();
  #stopping: Promise<boolean> | null = null;

  constructor(config: Config, log: Logger) {
    this.#config = config;
    this.#log = log;
    const times = connectionTimes(config.keepAliveSeconds);
    const options = {
      ...SERVER_OPTIONS,
      ...connectionOptions(times),
      shouldUpgradeCallback: (req: IncomingMessage) => this.#upgrades(req),
    };
    const security = { https: isHttps(config) };
    const bounded = (answer: RequestListener): RequestListener => this.#boundBodies(answer);
    const refusing = refuseInvalid((req, res) => this.#answer(req, res), { ...security, log, boundBodies: bounded });
    const accessLog = config.accessLog ? createAccessLog({ log, routeOf: createRouteNames(ROUTES) }) : null;
    const listener = boundPipelining(accessLog?.listener(refusing) ?? refusing);
    this.#server = createServer(options, listener);
    this.#server.on('checkExpectation', listener);
    this.#closing = prepareClosing(this.#server);
    closeSilent(this.#server, times);
    closeUpgraded(this.#server);
    const direct: AnswerDirectly = (...args) => this.#composition?.answerDirectly?.(...args) ?? null;
    this.#direct = config.directHits ? answerDirectly(this.#server, accessLog?.direct(direct) ?? direct) : null;
    this.#beforeSite = createStartingHandler({ ...security, boundBodies: bounded });
    this.#listener = this.#beforeSite.listener;
    this.#server.on('clientError', answerUnreadable({ ...security, log, answered: accessLog?.unreadable }));
  }

  #boundBodies(listener: RequestListener): RequestListener {
    return boundBodies(listener, {
      isUpload: ({ method, url = '', headers }) => isFileWrite(method, url) || isFormWithFiles(url, headers['content-type']),
      late: (error, socket) => this.#server.emit('clientError', error, socket),
    });
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    // Tells clients to open their next connection elsewhere; a connection that is closed between two requests may lose the second.
    if (this.#stopping !== null) res.setHeader('Connection', 'close');
    this.#closing.begin(() => this.#listener(req, res));
  }

  async start(options: RunOptions): Promise<void> {
    this.#endOnSignals();
    const port = await this.#listen();
    // The site's parts are loaded when it is the site that starts: they need what a build writes, the backend alone does not.
    const composeParts = options.compose ?? (await import('./compose.ts')).compose;
    const composition = await composeParts({
      root: options.root,
      config: this.#config,
      log: this.#log,
      server: this.#server,
      signal: this.#starting.signal,
      onProgress: createProgress((line) => process.stdout.write(line)),
    });
    this.#composition = composition;
    // A request that has waited for the site begins here: until now its body was not read, so it could not arrive.
    const site = this.#boundBodies(composition.listener);
    this.#listener = site;
    this.#server.on('upgrade', composition.upgrade);
    this.#beforeSite.handOver(site);
    const readyInMs = Math.round(performance.now());
    this.#log.info({ port, readyInMs, backend: composition.backendKind }, `ready on ${this.#config.siteUrl}`);
    // The heap grows in smaller steps from here on: 70 to 80 MB less after a thousand pages, at no cost to a render. A start would take a third longer.
    setFlagsFromString('--optimize-for-size');
    void composition.warmUp();
  }

  /** A first signal drains, a second one ends the waiting. After an error that nothing caught the state is unknown, so the process ends. */
  #endOnSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        this.#log.info({ signal }, this.#stopping === null ? 'stopping' : 'stopping without waiting');
        if (this.#stopping !== null) this.#hurry.abort();
        // A person at a terminal has no balancer that must notice first.
        void this.stop(signal === 'SIGINT' ? 0 : this.#config.drainDelayMs).then((isClosed) => process.exit(isClosed ? 0 : 1));
      });
    }
    process.on('uncaughtException', (thrown) => {
      if (this.#failed) process.exit(1);
      this.#failed = true;
      this.#log.error({ err: thrown }, 'an error that nothing caught ends the process');
      void this.stop(0).finally(() => process.exit(1));
    });
  }

  /** Resolves with false when a part could not be closed in time, or at all. */
  stop(delayMs: number): Promise<boolean> {
    this.#stopping ??= this.#drain(delayMs).catch((error: unknown) => {
      this.#log.error({ err: error }, 'the site could not be closed');
      return false;
    });
    return this.#stopping;
  }

  async #drain(delayMs: number): Promise<boolean> {
    let directEnded: Promise<void> | undefined;
    const isClosed = await drain(
      {
        unready: () => {
          this.#starting.abort();
          this.#beforeSite.giveUp();
          this.#composition?.drain();
          // Node's server sees no response in these, so it would close their connections as unused ones.
          directEnded = this.#direct?.stop();
        },
        refuse: (signal) => this.#closing.closePort(signal),
        finish: async () => {
          await directEnded;
          await this.#closing.closeConnections();
        },
        cut: () => {
          this.#log.warn({}, 'requests that are still open are cut');
          this.#server.closeAllConnections();
        },
        close: async () => this.#composition?.close(),
      },
      { delayMs: this.#composition === null ? 0 : delayMs, timeoutMs: this.#config.drainTimeoutMs, hurry: this.#hurry.signal },
    );
    if (!isClosed) this.#log.warn({}, 'the parts of the site did not close in time');
    return isClosed;
  }

  /**
   * Anything else that asks for an upgrade (h2c, say) is an ordinary request that we answer in HTTP/1.1 (RFC 9110 section 7.8), and so is a
   * WebSocket that comes while the site starts: it gets the 503, which a balancer may send to another replica.
   */
  #upgrades(req: IncomingMessage): boolean {
    return this.#composition !== null && refusalOf(req) === null && beginsWebSocket(req);
  }

  async #listen(): Promise<number> {
    const { port, host } = this.#config;
    try {
      return await listen(this.#server, { port, host });
    } catch (cause) {
      throw new StartupError(`PORT ${port} on HOST ${host}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
}

if (import.meta.main) await run({ root: process.cwd() });
