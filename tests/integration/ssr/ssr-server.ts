/** Runs the handler of pages on a real socket, with the timers in the test's hand. */
import { type IncomingMessage, request } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { carryExchange } from '../../../server/http/exchange.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { type CasePage, createSsr, type Ssr, type SsrOptions } from '../../../server/ssr/handler.ts';
import type { Exchange } from '../../../shared/cache/exchange.ts';
import type { PageSession, SignInForm } from '../../../shared/session/page-session.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { publicSettings } from '../../support/pages/public-settings.ts';
import { UNOBSERVED } from '../../support/silent-log.ts';
import { FAKE_ROUTES, fakeBackend, fakeRenderer, TEXTS } from './fake-site.tsx';

/** Inline scripts that a browser would run: without src, and not data. */
export const INLINE_SCRIPT = /<script(?![^>]*(?:src=|type="application\/(?:ld\+)?json"))[^>]*>/g;

export interface LogEntry {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Timers that fire when the test says so, by the length that they were set for. */
export class ManualTimers implements Timers {
  readonly #set = new Set<{ readonly ms: number; readonly callback: () => void }>();

  after(ms: number, callback: () => void): () => void {
    const timer = { ms, callback };
    this.#set.add(timer);
    return () => this.#set.delete(timer);
  }

  /** Fires every timer of at most `ms`. */
  fire(ms: number): void {
    for (const timer of this.#set) {
      if (timer.ms > ms) continue;
      this.#set.delete(timer);
      timer.callback();
    }
  }

  get pending(): number {
    return this.#set.size;
  }
}

/** What the site's `POST /_session` sends back. */
export const REFUSED_FORM: SignInForm = {
  email: 'ana@previdencia.exemplo.br',
  ticket: null,
  record: null,
  errors: [{ field: null, message: 'E-mail ou senha incorretos.' }],
};

/** What the site's `POST /_caso` sends back: the receipt of a message that a citizen has sent. */
const RECEIPT: CasePage = {
  route: 'recibo',
  screen: {
    kind: 'receipt',
    receipt: {
      channel: 'ouvidoria',
      protocolo: '2026-000123',
      codigo: 'ABCD-EFGH',
      registradoEm: '2026-03-04T12:00:00Z',
      prazoEm: null,
      email: null,
      anonima: false,
    },
  },
  status: 201,
};

/** What the site's `POST /_session/password` sends back. */
const REFUSED_PASSWORD = {
  kind: 'signedIn',
  user: { id: 'u-1', displayName: 'Ana', email: 'ana@previdencia.exemplo.br', role: 'editor', hasTotp: false },
  refusedPassword: { field: 'newPassword', message: 'A senha nova é curta demais.' },
} satisfies PageSession;

export const SETTINGS: SsrOptions['settings'] = publicSettings({
  siteUrl: 'https://previdencia.exemplo.br',
  siteTitle: 'IPREV',
  siteDescription: 'Previdência municipal',
  buildPollMs: 3_600_000,
});

const ASSETS = {
  styles: ['/assets/site.css'],
  noScriptStyle: '/assets/sem-script.css',
  scripts: ['/assets/boot.js'],
  modules: ['/assets/entry.js'],
};

/** One entry of the main menu. */
export const MENU: SiteState['dataMenu'] = [
  {
    id: 1,
    area: 'principal',
    rotulo: 'Serviços',
    descricao: null,
    icone: null,
    destino: '/sic',
    externo: false,
    filhos: [],
  },
];

/** The parts that pages have in common, written from memory and rendered: visitor and store get the same documents. */
export const BOTH_WAYS: readonly (readonly [string, boolean])[] = [
  ['from memory', true],
  ['rendered', false],
];

/** The site without a server: its app, and what the test holds of it. */
export interface SsrSite {
  readonly app: Express;
  readonly backend: ReturnType<typeof fakeBackend>;
  readonly timers: ManualTimers;
  readonly log: LogEntry[];
  readonly preview: Ssr['preview'];
}

export interface SsrServer extends SsrSite, Listening {}

/** Builds the app around the handler; `overrides` replace single options. */
export function ssrSite(overrides: Partial<SsrOptions> = {}, before: readonly RequestHandler[] = []): SsrSite {
  const backend = fakeBackend();
  const timers = new ManualTimers();
  const log: LogEntry[] = [];
  const write = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    if (level !== 'debug') log.push({ level, fields, message });
  };
  const logger: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const estado: SiteState = { ...EMPTY_SITE_STATE };
  const renderer = fakeRenderer();
  const { handler, sendErrorPage, sendSignIn, sendAccount, sendCasePage, preview } = createSsr({
    renderer: () => renderer,
    assets: { fonts: [], forRoute: () => ASSETS },
    state: () => estado,
    temaHref: () => null,
    settings: SETTINGS,
    https: true,
    reports: false,
    frameSources: [],
    tileSources: [],
    translatorSources: [],
    fonts: [],
    development: false,
    backend,
    texts: TEXTS,
    results: null,
    sessionOf: () => Promise.resolve(null),
    redirect: () => null,
    routes: FAKE_ROUTES,
    fixedParts: true,
    deadlineMs: 1_000,
    log: logger,
    boundary: () => undefined,
    observe: UNOBSERVED,
    timers,
    ...overrides,
  });
  const app = express();
  app.use(requestContext(logger), ...before);
  app.post('/_session', (req, res) => sendSignIn(req, res, REFUSED_FORM, 401));
  app.post('/_session/password', (req, res) => sendAccount(req, res, REFUSED_PASSWORD, 422));
  app.post('/_caso', (req, res) => sendCasePage(req, res, RECEIPT));
  app.use((req, res) => handler(req, res));
  app.use(errorHandler(logger, sendErrorPage));
  return { app, backend, timers, log, preview };
}

/** Starts the handler alone, with `exchange` as the one of every request. */
export async function startSsr(
  overrides: Partial<SsrOptions> = {},
  exchange?: Exchange,
  before: readonly RequestHandler[] = [],
): Promise<SsrServer> {
  const carry: RequestHandler = (req, _res, next) => {
    if (exchange !== undefined) carryExchange(req, exchange);
    next();
  };
  const site = ssrSite(overrides, [carry, ...before]);
  return { ...site, ...(await listening(site.app)) };
}

/** Lets pending work run until the backend was asked `count` times, and what follows of it. */
export async function untilAsked(asked: readonly string[], count: number): Promise<void> {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  while (asked.length < count) await turn();
  for (let turns = 0; turns < 5; turns++) await turn();
}

/** A response that is read as it comes. */
export interface OpenResponse {
  readonly message: IncomingMessage;
  /** Everything that has come so far. */
  readonly text: () => string;
  /** Resolves once `part` has come. Rejects when the response ends without it. */
  readonly until: (part: string) => Promise<void>;
  readonly end: Promise<string>;
}

/** Sends a GET and resolves as soon as the head of the response is there. */
export function open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<OpenResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (message) => {
      let text = '';
      const waiting = new Set<() => void>();
      const end = new Promise<string>((ended, failed) => {
        message.once('end', () => ended(text));
        message.once('error', failed);
      });
      end.catch(() => undefined);
      message.setEncoding('utf8');
      message.on('data', (chunk: string) => {
        text += chunk;
        for (const check of waiting) check();
      });
      const until = (part: string): Promise<void> =>
        new Promise((found, missing) => {
          const check = (): void => {
            if (!text.includes(part)) return;
            waiting.delete(check);
            found();
          };
          waiting.add(check);
          end.then(() => missing(new Error(`the response ended without ${part}: ${text}`)), missing);
          check();
        });
      resolve({ message, text: () => text, until, end });
    });
    sent.once('error', reject);
    sent.end();
  });
}
