/** Sends the response of a flight as it comes. */

import type { ByteRange } from '../../message/byte-ranges.ts';
import { type Fields, fieldValue } from '../../message/field-lines.ts';
import { isNotModified, validatorsOf } from '../../message/preconditions.ts';
import type { Flight } from '../flight/flight.ts';
import { type Client, sendWhole } from '../request/client.ts';
import type { ResponseHead } from '../response/stored-response.ts';
import type { Coder } from './encoded-body.ts';
import type { Encoding } from './encoder.ts';
import type { BodyReader, BodyReading } from './shared-body.ts';
import { acceptedCodings, notModifiedFields, partFields, sendUnsatisfiable, wantsCheck } from './stored.ts';
import { rangeReader, streamedRange, WHOLE } from './streamed-range.ts';

export interface StreamRules {
  /** Whether the origin saw the client's preconditions, and so its answer stands as it is. */
  readonly evaluated: boolean;
  /** Whether the origin saw the client's range, and so it stands as well. */
  readonly ranged: boolean;
  readonly now: number;
  /** Null where the origin's own coding stays. */
  readonly encoding: Encoding | null;
  /** Takes back the client's hold on the flight; called once when it has all it needs or has left. */
  readonly release: () => void;
}

/** Sends head and body of `flight` with `fields` in place of the head's own. */
export function deliverStream(client: Client, flight: Flight, head: ResponseHead, fields: Fields, rules: StreamRules): void {
  const { res, method, asked } = client;
  const { now, release, encoding } = rules;
  if (res.destroyed) {
    release();
    return;
  }
  const part = rules.ranged ? WHOLE : streamedRange(client, head, now);
  // A range is of the bytes without a coding, as it is of those that are stored.
  const accepts = part.kind === 'whole' ? acceptedCodings(client) : 'identity';
  const coded = encoding === null ? { fields, coder: null } : encoding.stream(head, fields, accepts);
  const checked = !rules.evaluated && head.status === 200 && wantsCheck(client);
  if (checked && isNotModified(asked, validatorsOf(coded.fields), fieldValue(head.fields, 'date'), now)) {
    sendWhole(client, 304, 'Not Modified', notModifiedFields(coded.fields), null);
    release();
    return;
  }
  if (part.kind === 'unsatisfiable') {
    sendUnsatisfiable(client, coded.fields, part.complete);
    release();
    return;
  }
  if (part.kind === 'part') {
    res.writeHead(206, 'Partial Content', [...partFields(coded.fields, part.range, part.complete)]);
    pump(client, flight, { coder: null, range: part.range }, release);
    return;
  }
  res.writeHead(head.status, head.reason, [...coded.fields]);
  if (method === 'HEAD' || head.status === 204 || head.status === 304) {
    res.end();
    release();
    return;
  }
  pump(client, flight, { coder: coded.coder, range: null }, release);
}

/** What of the body goes to a client, and how. */
interface Portion {
  readonly coder: Coder | null;
  readonly range: ByteRange | null;
}

function pump({ res }: Client, flight: Flight, { coder, range }: Portion, release: () => void): void {
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
      // Trailers are sent where the framing has room for them (RFC 9110 §6.5.1); Node leaves them out elsewhere.
      if (trailers.length > 0) res.addTrailers(pairs(trailers));
      res.end();
      done();
    },
    fail: () => {
      // The head is out: cutting the connection is the only way left to say that the body is not whole.
      res.destroy();
      done();
    },
  };
  res.on('drain', resume);
  res.on('close', done);
  // Head and what is there of the body leave in one packet.
  res.cork();
  const portion = range === null ? reader : rangeReader(range, reader);
  reading = coder === null ? flight.read(portion) : flight.coded.read(coder, portion);
  // A range may have been there already, with more of the body to come.
  if (isDone) reading.leave();
  process.nextTick(() => {
    res.uncork();
    // The body is still to come: the client gets the head now, as the origin gave it.
    if (!begun && !res.writableEnded && !res.destroyed) res.flushHeaders();
  });
}

function pairs(fields: Fields): [string, string][] {
  const found: [string, string][] = [];
  for (let index = 0; index < fields.length; index += 2) found.push([fields[index] ?? '', fields[index + 1] ?? '']);
  return found;
}
