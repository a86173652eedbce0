/** The connections of the subscription server: the protocol's library over `ws`, with the caller of each connection. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { GraphQLSchema, parse } from 'graphql';
import { CloseCode, makeServer, type ServerOptions } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Timers } from '../../shared/time/timers.ts';
import type { Identify } from '../backend/auth/identity.ts';
import type { Caller } from '../backend/backend.ts';
import { JsonTexts } from './json-text.ts';
import { type TakeMessage, TOO_MANY_MESSAGES } from './message-bounds.ts';
import { refusal } from './refusal.ts';
import { textOf } from './relay-link.ts';
import { awaitInit, keepAlive } from './relay-liveness.ts';
import { parseRequestJson, withLongIntegersAsTexts } from './request-json.ts';
import { abortable, INTERNAL_ERROR, OperationErrors, type OperationOptions, operationAnswers } from './socket-operations.ts';

export interface ConnectionLimits {
  /** Operations of one connection at the same time. */
  readonly operations: number;
  /** Bytes that may wait for a client that reads slowly. */
  readonly waitingBytes: number;
  /** Milliseconds in which the client must send its `connection_init`. */
  readonly initMs: number;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
  /** Milliseconds between two looks at whether the token of a connection still counts. */
  readonly recheckMs: number;
}

export interface ConnectionOptions extends OperationOptions {
  readonly identify: Identify;
  readonly limits: ConnectionLimits;
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Says whether a message of somebody who is not known may be read. */
  readonly takeMessage: TakeMessage;
}

/** RFC 6455 §7.4.1 and its registry: normal, unsupported data, try again later. */
const NORMAL = 1_000;
const UNSUPPORTED_DATA = 1_003;
const TRY_AGAIN_LATER = 1_013;

/** RFC 6455 §5.5.1: a close frame has room for 123 bytes of reason. Messages are plain English. */
const MOST_REASON = 120;

/** What the library keeps for a connection. */
interface Session {
  readonly req: IncomingMessage;
  readonly socket: WebSocket;
  readonly onInit: () => void;
  caller: Caller | undefined;
  cancelRecheck: () => void;
}

type ProtocolOptions = ServerOptions<Record<string, unknown>, Session>;
type Context = Parameters<NonNullable<ProtocolOptions['onConnect']>>[0];

/** The library reads the document to tell a subscription from other operations. Here the backend does, so all have this one. */
const ANY_DOCUMENT = parse('{ __typename }');
const NO_SCHEMA = new GraphQLSchema({});

export class Connections {
  readonly #options: ConnectionOptions;
  readonly #texts = new JsonTexts();
  readonly #protocol;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#protocol = makeServer<Record<string, unknown>, Session>({
      connectionInitWaitTimeout: 0,
      onConnect: (context) => this.#connect(context),
      onSubscribe: (context, _id, payload) => {
        const operation = { session: context.extra, payload, running: Object.keys(context.subscriptions).length };
        return { schema: NO_SCHEMA, document: ANY_DOCUMENT, contextValue: operation };
      },
      execute: ({ contextValue }) => this.#execute(contextValue as Operation),
      onError: (_context, _id, _payload, errors) => errorsOf(errors[0]?.cause),
    });
  }

  open(socket: WebSocket, req: IncomingMessage): void {
    const { limits, log, timers } = this.#options;
    socket.on('error', (error) => log.debug({ err: error }, 'a subscription connection failed'));
    const onInit = awaitInit(socket, limits.initMs, timers);
    keepAlive(socket, limits.pingMs, timers);
    const session: Session = { req, socket, onInit, caller: undefined, cancelRecheck: () => undefined };
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (message) => this.#send(socket, message),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (read) => socket.on('message', (data, isBinary) => void this.#read(session, read, isBinary ? null : textOf(data))),
      },
      session,
    );
    socket.once('close', (code, reason) => {
      session.cancelRecheck();
      closed(code, String(reason)).catch((error: unknown) => log.error({ err: error }, 'a subscription connection did not end well'));
    });
  }

  async #read({ req, socket, caller }: Session, read: (text: string) => Promise<void>, text: string | null): Promise<void> {
    // Messages that came with the one that was refused still arrive here.
    if (socket.readyState !== socket.OPEN) return;
    const isKnown = caller !== undefined && caller.trust !== 'anonymous';
    if (!isKnown && !this.#options.takeMessage(req)) return socket.close(TOO_MANY_MESSAGES.code, TOO_MANY_MESSAGES.reason);
    if (text === null) return socket.close(UNSUPPORTED_DATA, 'text messages only');
    if (!isReadable(text)) return socket.close(CloseCode.BadRequest, 'Invalid message received');
    try {
      await read(withLongIntegersAsTexts(text));
    } catch (error) {
      this.#options.log.error({ err: error }, 'a message of a subscription connection failed');
      socket.close(CloseCode.InternalServerError, 'Internal server error');
    }
  }

  /** Resolves when the message has left the process: an operation sends its next answer then, so that a slow client gets the last one only. */
  #send(socket: WebSocket, message: string): Promise<void> {
    const text = this.#texts.restored(message);
    return new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve();
      if (socket.bufferedAmount > this.#options.limits.waitingBytes) {
        socket.close(TRY_AGAIN_LATER, 'the client reads too slowly');
        return resolve();
      }
      // A failure closes the socket.
      socket.send(text, () => resolve());
    });
  }

  async #connect({ extra: session, connectionParams }: Context): Promise<boolean> {
    session.onInit();
    const headers = callerFields(session.req.headers, connectionParams?.['headers']);
    const identity = await this.#options.identify({ headers });
    if (identity.kind === 'refused') {
      forbid(session.socket, identity.error.message);
      return false;
    }
    session.caller = identity.caller;
    if (identity.expiresAt !== undefined) this.#watch(session, { headers, expiresAt: identity.expiresAt });
    return true;
  }

  /** Ends the connection with its token, after whose expiry a client with a newer one connects again, and soon after its account is disabled. */
  #watch(session: Session, token: Token): void {
    const { limits, now, timers } = this.#options;
    const { socket } = session;
    if (socket.readyState !== socket.OPEN) return;
    const recheck = (): void => {
      this.#recheck(session, token).catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'the token of a subscription connection could not be checked');
        socket.close(CloseCode.InternalServerError, 'Internal server error');
      });
    };
    session.cancelRecheck = timers.after(Math.min(Math.max(token.expiresAt - now(), 0), limits.recheckMs), recheck);
  }

  async #recheck(session: Session, token: Token): Promise<void> {
    if (token.expiresAt <= this.#options.now()) return session.socket.close(NORMAL, 'the token has expired');
    const identity = await this.#options.identify({ headers: token.headers });
    if (identity.kind === 'refused') forbid(session.socket, identity.error.message);
    else this.#watch(session, token);
  }

  #execute({ session, payload, running }: Operation): AsyncGenerator<{ data: Readonly<Record<string, unknown>> }, void> {
    const ended = new AbortController();
    const answers = this.#answers({ session, payload, running }, ended.signal);
    return abortable(answers, () => ended.abort());
  }

  async *#answers(
    { session, payload, running }: Operation,
    signal: AbortSignal,
  ): AsyncGenerator<{ data: Readonly<Record<string, unknown>> }, void> {
    const { req, caller } = session;
    if (caller === undefined) throw new Error('an operation began before its caller was known');
    if (running > this.#options.limits.operations) throw new OperationErrors([TOO_MANY_OPERATIONS]);
    const { query, variables = null, operationName = null } = payload;
    for await (const json of operationAnswers(this.#options, { query, variables, operationName }, { req, caller, signal })) {
      yield { data: this.#texts.valueOf(json) };
    }
  }
}

interface Token {
  /** The fields by which the caller is known. */
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

interface Operation {
  readonly session: Session;
  readonly payload: Parameters<NonNullable<ProtocolOptions['onSubscribe']>>[2];
  /** Operations of the connection, this one among them. */
  readonly running: number;
}

const TOO_MANY_OPERATIONS = refusal('too-many-requests', 'too many operations on this connection');

function isReadable(text: string): boolean {
  try {
    parseRequestJson(text);
    return true;
  } catch {
    return false;
  }
}

function forbid(socket: WebSocket, reason: string): void {
  socket.close(CloseCode.Forbidden, `Forbidden: ${reason}`.slice(0, MOST_REASON));
}

function errorsOf(cause: unknown): OperationErrors['errors'] {
  return cause instanceof OperationErrors ? cause.errors : [INTERNAL_ERROR];
}

/** The fields by which a caller is known: those of the handshake, and over them those of `connection_init`. */
function callerFields(handshake: IncomingHttpHeaders, given: unknown): IncomingHttpHeaders {
  const own = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const fields = own.flatMap(([name, value]: [string, unknown]) => {
    const lower = name.toLowerCase();
    const counts = typeof value === 'string' && (lower === 'authorization' || lower.startsWith('x-hasura-'));
    return counts ? [[lower, value] as const] : [];
  });
  return { ...handshake, ...Object.fromEntries(fields) };
}
