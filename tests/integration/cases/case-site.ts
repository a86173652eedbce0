/** The router of cases on a real socket, over the site's own project in a database, with faults at each step of a submission. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Readable, Writable } from 'node:stream';
import express from 'express';
import { createTokenVerifier } from '../../../server/backend/auth/token-verifier.ts';
import type { ContentBackend, FileWrites } from '../../../server/backend/backend.ts';
import { createRateLimiter } from '../../../server/backend/embedded/rate-limiters.ts';
import { sharedNumber } from '../../../server/backend/embedded/shared-numbers.ts';
import { DirectoryBlobs } from '../../../server/backend/embedded/storage/directory-blobs.ts';
import { createFileAccess } from '../../../server/backend/embedded/storage/file-access.ts';
import { fileDocuments } from '../../../server/backend/embedded/storage/file-documents.ts';
import { removeOrphanedBlobs } from '../../../server/backend/embedded/storage/file-maintenance.ts';
import { FileStore } from '../../../server/backend/embedded/storage/file-store.ts';
import { createFileWrites } from '../../../server/backend/embedded/storage/file-writes.ts';
import { createPresignedFiles } from '../../../server/backend/embedded/storage/presigned-files.ts';
import { storedSecret } from '../../../server/backend/embedded/stored-secret.ts';
import { composeCasesRouter } from '../../../server/cases/composed-router.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import type { QuotaLimits } from '../../../server/http/quota.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { createSpool } from '../../../server/http/spool.ts';
import { createLogger } from '../../../server/observability/log.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import type { CaseScreen } from '../../../shared/cases/case-screen.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { NOW, TEST_KEY } from '../../support/access-tokens.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import type { ProjectEngine } from '../project/editorial/project-engine.ts';

export const SITE = 'https://www.instituto.example';

/** What happens to the next calls: nothing, a failure before the database is asked, or one after it has committed. */
export type Fault = 'none' | 'before' | 'after';

type DiskFault = 'NO_SPACE' | 'BACKEND_TIMEOUT' | 'BACKEND_UNAVAILABLE';

export interface CaseSite extends Listening {
  readonly project: ProjectEngine;
  /** Of the calls of functions, of the writing of files, and of the reading of the stored key; a disk that takes no received file to its end; a client without a share; what calls of functions wait for. */
  readonly faults: { calls: Fault; files: Fault; key: Fault; disk: DiskFault | null; isQuotaUsedUp: boolean; held: Promise<void> | null };
  readonly files: FileWrites;
  /** Everything that was logged. */
  logged(): string;
  /** Names of files that were received and not removed. */
  spooled(): Promise<readonly string[]>;
  /** Contents of the files in the storage. */
  stored(): Promise<readonly string[]>;
  /** The maintenance of the storage, once. */
  removeOrphanedFiles(): Promise<unknown>;
}

export interface CaseSiteOptions {
  readonly secrets?: readonly [Uint8Array, ...Uint8Array[]] | null;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly submissionsAtOnce?: QuotaLimits;
  /** Whether another service writes the rows of files, as that of a hosted backend does. */
  readonly isStorageApart?: boolean;
}

export async function openCaseSite(
  project: ProjectEngine,
  { secrets = null, now = Date.now, isStorageApart = false, ...others }: CaseSiteOptions = {},
): Promise<CaseSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'casos-'));
  const { database, engine } = project;
  const documents = fileDocuments(await projectMetadata());
  const blobs = new DirectoryBlobs(path.join(folder, 'arquivos'), 'deferred');
  const store = new FileStore(blobs);
  const file = createFileAccess(engine, store, documents);
  const faults: CaseSite['faults'] = { calls: 'none', files: 'none', key: 'none', disk: null, isQuotaUsedUp: false, held: null };
  const { keep, ...writes } = createFileWrites({ database, engine, blobs, documents });
  const files: FileWrites = {
    ...writes,
    ...createPresignedFiles({ database, files: store, file }),
  };
  const backend: Pick<ContentBackend, 'kind' | 'execute' | 'file' | 'files' | 'storedSecret' | 'rateLimiter' | 'sharedNumber'> = {
    kind: 'embedded',
    execute: async (request, options) => {
      await faults.held;
      return withFault(faults.calls, () => engine.execute(request, options));
    },
    file,
    files: {
      ...files,
      insert: (...given) => withFault(faults.files, () => files.insert(...given)),
      ...(isStorageApart || keep === undefined ? {} : { keep: (upload) => withFault(faults.files, () => keep(upload)) }),
    },
    storedSecret: () => withFault(faults.key, () => storedSecret(database, 'casos')),
    rateLimiter: (rules) => createRateLimiter(database, rules, { log }),
    sharedNumber: (names) => sharedNumber(database, names),
  };
  let logged = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const log = createLogger('trace', sink);
  const spool = createSpool(path.join(folder, 'recebidos'));
  const app = express();
  app.use(requestContext(log));
  app.use(
    composeCasesRouter({
      backend,
      identify: createIdentify({
        adminSecrets: [],
        verifier: createTokenVerifier({ keys: { verifying: () => [TEST_KEY] }, now: () => NOW }),
        siteOrigin: SITE,
      }),
      secrets,
      now,
      ...others,
      spool: {
        ...spool,
        receive: (content, maxBytes) => (faults.disk !== null ? failDisk(content, faults.disk) : spool.receive(content, maxBytes)),
      },
      siteOrigin: SITE,
      site: () => ({ name: 'Instituto', hasMail: true, trackingUrl: `${SITE}/_casos/acompanhar`, timeZone: 'America/Sao_Paulo' }),
      timeZone: () => 'America/Sao_Paulo',
      clientOf: (req) => (typeof req.headers['x-de'] === 'string' ? req.headers['x-de'] : null),
      admit: () => (faults.isQuotaUsedUp ? { kind: 'refused', because: 'client' } : UNLIMITED),
      secureCookies: false,
      sendPage: async (_req, res, { route, screen, status }) => {
        res.status(status).type('html').send(JSON.stringify({ route, screen }));
      },
      log,
    }),
  );
  app.use(errorHandler(log));
  const site = await listening(app);
  return {
    ...site,
    project,
    faults,
    files,
    logged: () => logged,
    spooled: () => readdir(path.join(folder, 'recebidos')).catch(() => []),
    removeOrphanedFiles: () => removeOrphanedBlobs(database, blobs, new AbortController().signal),
    stored: async () => {
      const entries = await readdir(path.join(folder, 'arquivos'), { recursive: true, withFileTypes: true }).catch(() => []);
      return Promise.all(
        entries.filter((entry) => entry.isFile()).map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')),
      );
    },
    close: async () => {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the beginning of a file, as the folder of a disk does that is full or hangs. */
async function failDisk(content: Readable, fault: DiskFault): Promise<never> {
  const error = new AppError(fault, { cause: Object.assign(new Error('EROFS: read-only file system, write'), { code: 'EROFS' }) });
  for await (const _ of content) throw error;
  throw error;
}

async function withFault<Value>(fault: Fault, run: () => Promise<Value>): Promise<Value> {
  if (fault === 'before') throw new AppError('BACKEND_UNAVAILABLE');
  const value = await run();
  if (fault === 'after') throw new AppError('BACKEND_UNAVAILABLE');
  return value;
}

/** What a page of the site sends with a form. */
const OWN_PAGE = { origin: SITE, 'sec-fetch-site': 'same-origin', accept: 'text/html,*/*' };

/** Posts a form as a page of the site does. */
export function submit(
  site: CaseSite,
  address: string,
  form: FormData | Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = form instanceof FormData ? form : new URLSearchParams(form);
  return fetch(`${site.origin}${address}`, { method: 'POST', body, redirect: 'manual', headers: { ...OWN_PAGE, ...headers } });
}

/** Submits a form, and follows the answer to the case that it opens. */
export async function post(...[site, address, form, headers]: Parameters<typeof submit>): Promise<Response> {
  const answer = await submit(site, address, form, headers);
  const location = answer.headers.get('location') ?? '';
  if (!location.startsWith(`${TRACKING_PATH}?`)) return answer;
  return fetch(`${site.origin}${location}`, { headers: { ...headers, cookie: cookieOf(answer) } });
}

/** Returns the cookie that an answer sets, as a request sends it. */
export function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** Returns the screen of an answer. */
export async function screenOf(response: Response): Promise<CaseScreen> {
  return ((await response.json()) as { screen: CaseScreen }).screen;
}

/** Follows the answer of a submission to the receipt. @throws where there is none */
export async function receiptAfter(site: CaseSite, response: Response): Promise<{ readonly protocolo: string; readonly codigo: string }> {
  const screen = await screenOf(await fetch(`${site.origin}/_casos/recibo`, { headers: { cookie: cookieOf(response) } }));
  if (screen.kind !== 'receipt') throw new Error(`no receipt after ${response.status}`);
  return screen.receipt;
}
