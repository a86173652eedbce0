/**
 * Operations over HTTP to a hosted GraphQL service. A read is sent once more after a failure that may pass (specification section 9, as Part B
 * reads it); a mutation never is, because it may have taken effect. A service that does not answer is left alone for some seconds.
 */
import type { IncomingMessage } from 'node:http';
import { parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ExecuteOptions, GraphqlAnswer, GraphqlRequest } from '../backend.ts';
import { type CircuitBreaker, createCircuitBreaker, type Verdict } from './circuit-breaker.ts';
import { readGraphqlAnswer } from './graphql-answer.ts';
import { callerFields, graphqlAddress } from './graphql-endpoint.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from './service-client.ts';

export interface NhostGraphqlOptions {
  /** See `graphqlAddress`. */
  readonly url: string;
  readonly adminSecret: string;
  readonly limits?: Partial<NhostGraphqlLimits>;
  readonly traceparent?: ServiceClientOptions['traceparent'];
  /** Milliseconds of a monotonic clock; the process's unless a test brings its own. */
  readonly now?: () => number;
}

export interface NhostGraphqlLimits {
  /** Milliseconds for one operation, its second attempt included, where the caller names no other. */
  readonly totalMs: number;
  /** Milliseconds until the head of a response must be there. */
  readonly headMs: number;
  readonly atOnce: number;
  readonly responseBytes: number;
  /** Failures in a row after which the service is left alone, and for how many milliseconds. */
  readonly failures: number;
  readonly openMs: number;
}

const DEFAULT_LIMITS: NhostGraphqlLimits = {
  totalMs: 10_000,
  headMs: 5_000,
  atOnce: 128,
  responseBytes: 32 * 1024 * 1024,
  failures: 5,
  openMs: 3_000,
};

export interface NhostGraphql {
  /** As `ContentBackend.execute`. @throws AppError BACKEND_TIMEOUT, BACKEND_UNAVAILABLE, NETWORK; the reason of an aborted signal */
  execute(request: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer>;
  close(): void;
}

/** Specification section 9. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

const MAX_ATTEMPTS = 2;

/** Makes the client. Nothing is opened before the first request. @throws TypeError for an address that is none. */
export function createNhostGraphql(options: NhostGraphqlOptions): NhostGraphql {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { now = () => performance.now() } = options;
  const sender: Sender = {
    url: graphqlAddress(options.url),
    client: createServiceClient({ ...limits, service: 'the GraphQL service (GRAPHQL_URL)', traceparent: options.traceparent }),
    breaker: createCircuitBreaker({ ...limits, now }),
    limits,
  };
  const isRead = createReadCheck();
  return {
    async execute(request, { caller, signal, timeoutMs = limits.totalMs }) {
      signal?.throwIfAborted();
      const fields = callerFields(caller, options.adminSecret);
      const deadline = AbortSignal.timeout(timeoutMs);
      const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
      const sent: Sent = { fields, body: JSON.stringify(request), isRead: isRead(request), signal: either };
      try {
        // A visitor who leaves a page gives up what it asked, several requests at once; that says nothing of the service.
        const verdictOf = (error: unknown): Verdict => (signal?.aborted === true ? 'cancelled' : verdictOfFault(error));
        return await sender.breaker.run(() => attempts(sender, sent), verdictOf);
      } catch (error) {
        signal?.throwIfAborted();
        throw deadline.aborted ? new AppError('BACKEND_TIMEOUT', { cause: error }) : error;
      }
    },
    close: () => sender.client.close(),
  };
}

interface Sender {
  readonly url: URL;
  readonly client: ServiceClient;
  readonly breaker: CircuitBreaker;
  readonly limits: NhostGraphqlLimits;
}

interface Sent {
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isRead: boolean;
  readonly signal: AbortSignal;
}

/** A failure after which the same read may succeed. */
class RetryableFault extends AppError {}

function verdictOfFault(error: unknown): Verdict {
  return error instanceof AppError && error.status >= 500 ? 'failed' : 'answered';
}

async function attempts(sender: Sender, sent: Sent): Promise<GraphqlAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(sender, sent);
    } catch (error) {
      const isRetryable = error instanceof RetryableFault || (error instanceof AppError && error.code !== 'INTERNAL');
      if (!isRetryable || !sent.isRead || attempt === MAX_ATTEMPTS || sent.signal.aborted) throw error;
    }
  }
}

async function attemptOnce({ client, url, limits }: Sender, { fields, body, isRead, signal }: Sent): Promise<GraphqlAnswer> {
  const message = await client.send({ method: 'POST', url, fields, body, repeatable: isRead, signal });
  const status = message.statusCode ?? 0;
  const text = await textOf(message, limits.responseBytes);
  if (status === 200) return readGraphqlAnswer(text);
  if (RETRYABLE_STATUSES.has(status))
    throw new RetryableFault(codeOfStatus(status), { detail: `the backend answered with status ${status}` });
  // Hasura can be told to keep statuses of 4xx; its body says what is wrong all the same.
  if (status >= 400 && status < 500) return readGraphqlAnswer(text);
  throw new AppError('NETWORK', { detail: `the backend answered with status ${status}` });
}

function codeOfStatus(status: number): 'BACKEND_TIMEOUT' | 'BACKEND_UNAVAILABLE' {
  return status === 408 || status === 504 ? 'BACKEND_TIMEOUT' : 'BACKEND_UNAVAILABLE';
}

async function textOf(message: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > limit) throw new AppError('INTERNAL', { detail: `the backend sent more than ${limit} bytes` });
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('NETWORK', { cause, detail: 'the response of the backend was cut' });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Operations whose kind is remembered; the site's own are few, and staff may send others of any length. */
const KEPT_KINDS = 500;
const KEPT_KINDS_LENGTH = 1_000_000;

/** As the embedded backend: a body of a megabyte would hold up the process for seconds. */
const MAX_TOKENS = 20_000;

/** Says whether a request is a query. A text that cannot be read is taken for a mutation: it is sent once, and the service refuses it. */
function createReadCheck(): (request: GraphqlRequest) => boolean {
  const kinds = new LRUCache<string, boolean>({
    max: KEPT_KINDS,
    maxSize: KEPT_KINDS_LENGTH,
    sizeCalculation: (_isRead, key) => key.length,
  });
  return ({ query, operationName }) => {
    const key = `${operationName ?? ''}\n${query}`;
    const known = kinds.get(key);
    if (known !== undefined) return known;
    const isRead = isQuery(query, operationName ?? null);
    kinds.set(key, isRead);
    return isRead;
  };
}

function isQuery(text: string, name: string | null): boolean {
  try {
    const operations = parse(text, { noLocation: true, maxTokens: MAX_TOKENS }).definitions.filter(
      (definition) => definition.kind === 'OperationDefinition',
    );
    const chosen = operations.filter((operation) => name === null || operation.name?.value === name);
    return chosen.length > 0 && chosen.every(({ operation }) => operation === 'query');
  } catch {
    // Not GraphQL, or more of it than a screen asks: the service says so.
    return false;
  }
}
