/** A collector of traces that fails: neither requests nor the end of the site wait for it. */
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { Logger } from '../../../../server/observability/log.ts';
import { createOtelTracer } from '../../../../server/observability/tracing/otel-tracer.ts';
import type { Tracer } from '../../../../server/observability/tracing/tracer.ts';
import type { Timers } from '../../../../shared/time/timers.ts';
import { type Listening, listening } from '../../../support/listening.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';

let collector: Listening;
/** Milliseconds that a caller has waited for. */
let waits: number[] = [];
afterEach(async () => {
  waits = [];
  await collector.close();
});

/** Time is over as soon as a caller waits for it. */
const impatient: Timers = {
  after: (ms, act) => {
    waits.push(ms);
    const waiting = setImmediate(act);
    return () => clearImmediate(waiting);
  },
};

async function tracerOf(answer: RequestListener, options: { readonly log?: Logger; readonly timers?: Timers } = {}): Promise<Tracer> {
  collector = await listening(answer);
  const settings = { url: `${collector.origin}/v1/traces`, headers: {}, serviceName: 'portal', attributes: {}, ratio: 1 };
  return createOtelTracer({ ...settings, sampler: 'always_on', own: {}, log: SILENT_LOG, ...options });
}

function work(tracer: Tracer): void {
  tracer.start({ name: 'GET lai', kind: 'server', attributes: {}, parent: null }).end({ hasFailed: false });
}

describe('the end of the site', () => {
  test.each<[string, RequestListener]>([
    ['hangs', () => {}],
    ['resets', (req) => req.socket.resetAndDestroy()],
    ['is busy', (_req, res) => void res.writeHead(503, { 'Retry-After': '600' }).end()],
    ['speaks another protocol', (req) => req.socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  ])('waits a bounded time for a collector that %s', async (_fault, answer) => {
    const tracer = await tracerOf(answer, { timers: impatient });
    work(tracer);
    await tracer.close();
    expect(waits).toEqual([2_000]);
  });

  test('waits a bounded time for a collector that is down', async () => {
    const tracer = await tracerOf(() => {}, { timers: impatient });
    await collector.close();
    work(tracer);
    await tracer.close();
    expect(waits).toEqual([2_000]);
  });
});

test('a collector that refuses what it gets is one line in the log', async () => {
  const lines: unknown[] = [];
  const log = { ...SILENT_LOG, warn: (_fields: object, message: string) => void lines.push(message) };
  const tracer = await tracerOf((_req, res) => void res.writeHead(400).end('<html>'), { log });
  // More than one batch.
  for (let span = 0; span < 1_200; span += 1) work(tracer);
  await tracer.close();
  expect(lines.filter((line) => line === 'traces could not be sent')).toHaveLength(1);
});
