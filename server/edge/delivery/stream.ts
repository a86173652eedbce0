/** Sends a response to a client while it is being received from the origin. */

import type { ByteRange } from '../../message/byte-ranges.ts';
import { type Fields, fieldPairs, fieldValue } from '../../message/field-lines.ts';
import { isNotModified, validatorsOf } from '../../message/preconditions.ts';
import { acceptedEncoding, type ClientRequest, hasCachePrecondition } from '../request/client-request.ts';
import type { ResponseHead } from '../response/stored-response.ts';
import type { BodyEncoding, EncodedBodies } from './encoded-body.ts';
import type { Encoder } from './encoder.ts';
import { COMPLETE, partFields, rangeReader, sendNotModified, sendUnsatisfiable, streamedRange } from './partial.ts';
import type { BodyReader, BodyReading } from './shared-body.ts';

/** The body of a response that is being received. */
export interface StreamedBody {
  read(reader: BodyReader): BodyReading;
  readonly encoded: EncodedBodies;
}

export interface StreamRules {
  /** Whether the origin received the client's preconditions, so that its response is sent unchanged. */
  readonly hasClientPreconditions: boolean;
  /** Whether the origin received the client's Range, so that its response is sent unchanged. */
  readonly ranged: boolean;
  readonly now: number;
  /** Null where the edge does not encode. */
  readonly encoder: Encoder | null;
  /** Called once, when the client has received all or has disconnected. */
  readonly release: () => void;
}

/** Sends head and body of a response, with `fields` in place of the fields of the head. */
export function deliverStream(client: ClientRequest, body: StreamedBody, head: ResponseHead, fields: Fields, rules: StreamRules): void {
  const { res, method, headers } = client;
  const { now, release, encoder } = rules;
  if (res.destroyed) {
    release();
    return;
  }
  const part = rules.ranged ? COMPLETE : streamedRange(client, head, now);
  // A range counts the bytes without a coding, as in the store.
  const accepted = part.kind === 'complete' ? acceptedEncoding(client) : 'identity';
  const encoded = encoder === null ? { fields, encoding: null } : encoder.stream(head, fields, accepted);
  const isEvaluatedHere = !rules.hasClientPreconditions && head.status === 200 && hasCachePrecondition(client);
  if (isEvaluatedHere && isNotModified(headers, validatorsOf(encoded.fields), fieldValue(head.fields, 'date'), now)) {
    sendNotModified(client, encoded.fields);
    release();
    return;
  }
  if (part.kind === 'unsatisfiable') {
    sendUnsatisfiable(client, encoded.fields, part.complete);
    release();
    return;
  }
  if (part.kind === 'part') {
    res.writeHead(206, 'Partial Content', [...partFields(encoded.fields, part.range, part.complete)]);
    pump(client, body, { encoding: null, range: part.range }, release);
    return;
  }
  res.writeHead(head.status, head.reason, [...encoded.fields]);
  if (method === 'HEAD' || head.status === 204 || head.status === 304) {
    res.end();
    release();
    return;
  }
  pump(client, body, { encoding: encoded.encoding, range: null }, release);
}

/** Which bytes of the body a client receives, and in which coding. */
interface Portion {
  readonly encoding: BodyEncoding | null;
  readonly range: ByteRange | null;
}

function pump({ res }: ClientRequest, body: StreamedBody, { encoding, range }: Portion, release: () => void): void {
  let reading: BodyReading | null = null;
  let begun = false;
  let isDone = false;
  const resume = (): void => reading?.resume();
  const done = (): void => {
    isDone = true;
    res.off('drain', resume);
    res.off('close', done);
    reading?.leave();
    release();
  };
  const reader: BodyReader = {
    data: (chunk) => {
      begun = true;
      return res.write(chunk);
    },
    end: (trailers) => {
      // Node leaves trailers out where the framing has no place for them (RFC 9110 §6.5.1).
      if (trailers.length > 0) res.addTrailers(fieldPairs(trailers));
      res.end();
      done();
    },
    fail: () => {
      // The head is sent, so only a closed connection can tell the client that the body is incomplete.
      res.destroy();
      done();
    },
  };
  res.on('drain', resume);
  res.on('close', done);
  // Sends the head and the available part of the body in one packet.
  res.cork();
  const portion = range === null ? reader : rangeReader(range, reader);
  reading = encoding === null ? body.read(portion) : body.encoded.read(encoding, portion);
  // All bytes of a range may be available before the body has ended.
  if (isDone) reading.leave();
  process.nextTick(() => {
    res.uncork();
    // Without a byte of the body the client still receives the head now.
    if (!begun && !res.writableEnded && !res.destroyed) res.flushHeaders();
  });
}
