/**
 * Answers at the socket, before Node's HTTP parser: a request of the plainest form for which the bytes of the answer are at hand gets them at
 * once. Parser, request, response and their events are half the work of such an answer.
 *
 * A connection begins without the parser (`unparsed-connections.ts`) and gets it with the first packet that is not answered here. From then on
 * Node's server is its owner, with its limits, timers and closing, and only bytes that are answered here pass the parser by. Two conditions
 * make that invisible to it. Nothing of an earlier request is under way, neither in the parser nor as a response, so the parser stands between
 * two messages (RFC 9112 §9.3). And the bytes that have arrived are exactly one plain request, so it still stands there afterwards. All other
 * bytes reach the parser unchanged and in order. After bytes that are no plain request (an upgrade, a request in two packets, several requests
 * in one packet) it is not known where the next message begins, so the connection is the parser's alone from then on.
 *
 * What begins a message and holds more requests than a client may send ahead is not parsed at all.
 *
 * The first bytes after the parser has been attached are its own: until it has read a request, Node counts the time of the head
 * (`headersTimeout`).
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type PlainRequest, readPlainRequest } from '../../message/plain-request.ts';
import { hasPending, isBurst } from './bounds.ts';
import { holdUnparsed, unusedMs } from './unparsed-connections.ts';

/** The bytes of a complete response on a persistent connection. */
export interface DirectAnswer {
  readonly head: Buffer;
  /** Null for none. */
  readonly body: Buffer | null;
}

/** Returns the answer to a request; null where Node's server is to answer. `keepAliveTimeout` is what its heads state, in milliseconds. */
export type AnswerDirectly = (request: PlainRequest, keepAliveTimeout: number) => DirectAnswer | null;

export interface DirectAnswers {
  /** From now on nothing is answered directly. Resolves when clients have taken, or left, what already was. */
  readonly stop: () => Promise<void>;
}

type TakeBytes = (chunk: Buffer) => void;

type AttachParser = (this: Server, socket: Socket) => void;

/** Begins to answer on the connections of a server whose listener is wrapped by `boundPipelining`, and which has no `maxRequestsPerSocket`. */
export function answerDirectly(server: Server, answer: AnswerDirectly): DirectAnswers {
  const stopped = Promise.withResolvers<void>();
  const state: State = {
    server,
    answer,
    isStopped: false,
    untaken: 0,
    onTaken: () => state.isStopped && state.untaken === 0 && stopped.resolve(),
  };
  // Node's own listener, which attaches its parser.
  const [attach] = server.listeners('connection') as AttachParser[];
  if (attach === undefined) throw new Error('the server takes no connections');
  server.removeListener('connection', attach);
  const unparsed = holdUnparsed(server, (socket, packet) => {
    attach.call(server, socket);
    watch(socket, state)(packet);
  });
  server.on('connection', (socket) => {
    const reader = watchReader(socket, state);
    unparsed.hold(socket, (packet) => {
      const request = state.isStopped ? null : readPlainRequest(packet);
      return request !== null && isAnswered(socket, request, reader, state);
    });
  });
  return {
    stop: () => {
      state.isStopped = true;
      state.onTaken();
      return stopped.promise;
    },
  };
}

interface State {
  readonly server: Server;
  readonly answer: AnswerDirectly;
  isStopped: boolean;
  /** Answers of which the system has not taken all bytes. */
  untaken: number;
  readonly onTaken: () => void;
}

/** Puts itself before the parser of a connection. Returns what takes bytes for both. */
function watch(socket: Socket, state: State): TakeBytes {
  const listeners = socket.listeners('data') as TakeBytes[];
  const [parse] = listeners;
  if (parse === undefined || listeners.length > 1) return (chunk) => socket.emit('data', chunk);
  let isFirst = true;
  const reader = watchReader(socket, state);
  const onData = (chunk: Buffer): void => {
    const request = state.isStopped ? null : readPlainRequest(chunk);
    if (request === null) {
      if (isBurst(chunk)) {
        socket.destroy();
        return;
      }
      // Node's own handling of an upgrade removes its listener, so it has to be there.
      socket.on('data', parse);
      socket.removeListener('data', onData);
    } else if (!isFirst && isAnswered(socket, request, reader, state)) {
      return;
    }
    isFirst = false;
    parse(chunk);
  };
  // Node's parser reads from the socket itself until a listener for its data is added.
  socket.on('data', onData);
  socket.removeListener('data', parse);
  return onData;
}

/** Answers a request where that can be done at once. */
function isAnswered(socket: Socket, request: PlainRequest, reader: SlowReader, { answer, server }: State): boolean {
  const direct = isBetweenMessages(socket) ? answer(request, server.keepAliveTimeout) : null;
  if (direct === null) return false;
  send(socket, direct, reader);
  return true;
}

/** Says whether all requests of a connection are answered and the system has taken all bytes of the answers. */
function isBetweenMessages(socket: Socket): boolean {
  return !hasPending(socket) && socket.writable && socket.writableLength === 0;
}

const NO_BYTES = Buffer.alloc(0);

function send(socket: Socket, { head, body }: DirectAnswer, reader: SlowReader): void {
  if (body === null) {
    socket.write(head);
  } else {
    // One system call for both.
    socket.cork();
    socket.write(head);
    socket.write(body);
    socket.uncork();
  }
  if (socket.writableLength === 0) return;
  reader.begin();
  // Called back after the bytes before it. A callback of every answer would cost each a turn of the queue of ticks.
  socket.write(NO_BYTES, reader.taken);
}

interface SlowReader {
  /** To be called when the system could not take all bytes of an answer. */
  readonly begin: () => void;
  /** To be called when it has, or when the connection is closed. */
  readonly taken: () => void;
}

/**
 * While bytes of an answer wait for their reader, the time without a byte is that of a response that is due, as Node's server has it for its
 * own responses (`server.timeout`), and not that of an unused connection.
 */
function watchReader(socket: Socket, state: State): SlowReader {
  const { server } = state;
  return {
    begin: () => {
      state.untaken += 1;
      socket.setTimeout(server.timeout);
    },
    taken: () => {
      state.untaken -= 1;
      // Otherwise the parser has a request meanwhile, and Node's server sets the time after its response.
      if (!hasPending(socket)) socket.setTimeout(unusedMs(server));
      state.onTaken();
    },
  };
}
