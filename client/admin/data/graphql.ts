/** Requests to the site's own `/v1/graphql`. The session travels in an HttpOnly cookie, so there is no token here. */
import { HttpError } from 'react-admin';
import { GRAPHQL_PATH } from '../../../shared/routes/url.ts';
import { notSaved, type RenewOptions } from '../session/reauthentication.ts';
import { faultOf, type GraphqlFault } from './database-faults.ts';
import type { FaultyForm } from './entry-faults.ts';

export type Variables = Readonly<Record<string, unknown>>;

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** The table whose constraints may refuse the operation. */
  readonly table?: string;
  /** The form that the operation saves. */
  readonly form?: FaultyForm;
  /** True for a request that the person does not wait for: it does not ask for a sign-in. */
  readonly quiet?: boolean;
  /** One of the roles of the person; the one that the session names where it is absent. */
  readonly role?: string | undefined;
  /** True for a request that outlives the document. */
  readonly keepalive?: boolean;
}

/** Runs a GraphQL operation. */
export type RunGraphql = <Data>(query: string, variables?: Variables, options?: RunOptions) => Promise<Data>;

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphqlFault[];
}

export interface GraphqlClientOptions {
  readonly fetch: typeof fetch;
  /** Brings a session back that has expired; false when there is none. */
  readonly renew: (options: RenewOptions) => Promise<boolean>;
}

/** Codes by which the server says that the token of the cookie is not good any more. */
const SIGNED_OUT = new Set(['invalid-jwt', 'invalid-headers', 'access-denied']);

/** A request without a cookie is one of the public, which may run the operations of the public pages and no other; the path tells it from other faults. */
function isSignedOut({ extensions }: GraphqlFault): boolean {
  const { code = '', path } = extensions ?? {};
  return SIGNED_OUT.has(code) || (code === 'validation-failed' && path === '$.query');
}

/** Whether an operation changes nothing. */
function isRead(query: string): boolean {
  return !query.startsWith('mutation');
}

/** Makes the function that runs operations. It has an expired session renewed once and then repeats the operation. */
export function createGraphqlClient({ fetch, renew }: GraphqlClientOptions): RunGraphql {
  const send = async <Data>(
    query: string,
    variables: Variables,
    { signal, role, keepalive = false }: RunOptions,
  ): Promise<Answer<Data> | 'signed-out'> => {
    const response = await fetch(GRAPHQL_PATH, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(role === undefined ? {} : { 'X-Hasura-Role': role }),
      },
      credentials: 'same-origin',
      body: JSON.stringify({ query, variables }),
      keepalive,
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted === true) throw cause;
      throw new HttpError('Sem conexão com o servidor. O que você escreveu continua nesta tela.', 0, { cause });
    });
    if (response.status === 401) return 'signed-out';
    const answer = await response.json().catch(() => null);
    if (typeof answer !== 'object' || answer === null || !('data' in answer || 'errors' in answer)) {
      throw new HttpError('O servidor não respondeu como esperado. Tente de novo em instantes.', response.status);
    }
    const read = answer as Answer<Data>;
    return read.errors?.some(isSignedOut) === true ? 'signed-out' : read;
  };
  return async <Data>(query: string, variables: Variables = {}, options: RunOptions = {}): Promise<Data> => {
    const { table = '', form, quiet = false } = options;
    let answer = await send<Data>(query, variables, options);
    if (answer === 'signed-out' && (await renew({ quiet, reads: isRead(query) }))) answer = await send<Data>(query, variables, options);
    if (answer === 'signed-out')
      throw isRead(query) ? new HttpError('Sua sessão terminou. Entre de novo para continuar.', 401) : notSaved();
    const [fault] = answer.errors ?? [];
    if (fault !== undefined) throw faultOf(fault, table, form);
    if (answer.data === undefined || answer.data === null) throw new HttpError('O servidor respondeu sem dados.', 502);
    return answer.data;
  };
}

/** Returns the function with a role of the person in place of the one that the session names. */
export function withRole(run: RunGraphql, role: string | undefined): RunGraphql {
  return role === undefined ? run : (query, variables, options) => run(query, variables, { ...options, role });
}
