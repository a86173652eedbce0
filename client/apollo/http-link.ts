/**
 * GraphQL over HTTP to our own origin (specification sections 7 and 8): `POST {query, variables, operationName}`, errors with the first error's
 * message or exactly `GraphQL Error (Code: {status})`.
 */
import { ApolloLink, Observable } from '@apollo/client';
import { print } from 'graphql';
import { BACKEND_TIMEOUT, NETWORK } from '../../shared/errors/page-errors.ts';
import { READER_ROLE } from '../../shared/session/page-session.ts';
import { deadlineSignal } from '../../shared/time/timers.ts';
import type { Renew } from '../session/renewal.ts';
import { GraphqlCallError, isRefusedToken, tellDeveloper } from './call-error.ts';
import { type CallKind, isRetried, pauseBeforeRetry } from './retry.ts';
import type { Wait } from './waiting.ts';

/** Timeout of a call in milliseconds. The server's own limit for `public` is 5 s; the rest is for the network. */
const DEADLINE_MS = 15_000;

export interface HttpLinkOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Waits before a repetition that the server has asked to come later. */
  readonly wait: Wait;
  /** Renews the session when its token is refused. */
  readonly renew: Renew;
}

export interface GraphqlCall {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

/** Makes the link that sends queries and mutations. */
export function createHttpLink(options: HttpLinkOptions): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const leave = new AbortController();
        const call = { query: print(operation.query), variables: operation.variables, operationName: operation.operationName };
        const kind = operation.operationType === 'mutation' ? 'mutation' : 'query';
        postGraphql(call, kind, leave.signal, options).then(
          (data) => {
            observer.next({ data });
            observer.complete();
          },
          (error: unknown) => observer.error(error),
        );
        return () => leave.abort();
      }),
  );
}

/**
 * Sends one call. Where the token of the session is refused nothing was executed, so the session is renewed and the call sent once more:
 * as the same person, or as the public when the session has ended. @throws GraphqlCallError
 */
export async function postGraphql(
  call: GraphqlCall,
  kind: CallKind,
  signal: AbortSignal,
  options: HttpLinkOptions,
): Promise<Record<string, unknown>> {
  try {
    return await sendOnce(call, kind, signal, options);
  } catch (error) {
    if (!isRefusedToken(error) || (await options.renew()) === 'unknown') throw error;
    return sendOnce(call, kind, signal, options);
  }
}

/** Sends a write once, a read twice when need be. */
async function sendOnce(
  call: GraphqlCall,
  kind: CallKind,
  signal: AbortSignal,
  options: HttpLinkOptions,
): Promise<Record<string, unknown>> {
  const either = deadlineSignal(DEADLINE_MS, signal);
  for (let retries = 0; ; retries++) {
    const response = await send(call, either, options);
    if (!isRetried(kind, { status: response?.status ?? null, retries })) {
      if (response === null) throw new GraphqlCallError(NETWORK.message, null);
      return readData(response);
    }
    if (response === null) continue;
    const pause = pauseBeforeRetry(response, Date.now());
    if (pause === null) return readData(response);
    if (pause > 0) await options.wait(pause, either);
  }
}

/** Returns the response, or null when the network failed. @throws GraphqlCallError at the deadline. */
async function send(call: GraphqlCall, signal: AbortSignal, options: HttpLinkOptions): Promise<Response | null> {
  try {
    return await options.fetch(options.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'x-hasura-role': READER_ROLE },
      body: JSON.stringify(call),
      credentials: 'same-origin',
      signal,
    });
  } catch (thrown) {
    if (signal.aborted) throw new GraphqlCallError(BACKEND_TIMEOUT.message, null, { cause: thrown });
    return null;
  }
}

async function readData(response: Response): Promise<Record<string, unknown>> {
  const body = await readJson(response);
  const errors = body?.['errors'];
  if (Array.isArray(errors) && errors.length > 0) {
    const message: unknown = errors[0]?.message;
    const code: unknown = errors[0]?.extensions?.code;
    tellDeveloper(message);
    throw new GraphqlCallError(typeof message === 'string' && message !== '' ? message : codeMessage(response), response.status, {
      code: typeof code === 'string' ? code : null,
    });
  }
  const data = body?.['data'];
  if (!response.ok || typeof data !== 'object' || data === null) throw new GraphqlCallError(codeMessage(response), response.status);
  return data as Record<string, unknown>;
}

async function readJson(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // The body is not JSON; the caller reports the status alone.
    return null;
  }
}

function codeMessage(response: Response): string {
  return `GraphQL Error (Code: ${response.status})`;
}
