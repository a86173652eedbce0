import { describe, expect, it } from 'vitest';
import { createObservation, type Outcome, type Work, type WorkRecorder } from '../../../server/observability/observation.ts';
import { parseTraceparent } from '../../../server/observability/tracing/trace-context.ts';
import { type SpanEnd, type SpanStart, type Tracer, unrecordedTracer } from '../../../server/observability/tracing/tracer.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const REQUEST = { requestId: 'id', route: 'lai', method: 'GET', traceparent: PARENT };
const OPERATION: Work = { kind: 'operation', name: 'Lai' };

function subject(trustsTraces = true, tracer: Tracer = unrecordedTracer()) {
  const done: { readonly name: string; readonly outcome: Outcome; readonly traceId: string | null }[] = [];
  const requests: unknown[] = [];
  const recorder: WorkRecorder = {
    request: (...given) => void requests.push(given),
    work: ({ name }, outcome, _ms, traceId) => void done.push({ name, outcome, traceId }),
  };
  return { done, requests, observation: createObservation({ recorder, tracer, trustsTraces }) };
}

/** A tracer that keeps what it is given; ids are numbers. */
function keepingTracer() {
  const spans: { readonly start: SpanStart; end: SpanEnd | null }[] = [];
  const tracer: Tracer = {
    start: (start) => {
      const span: (typeof spans)[number] = { start, end: null };
      spans.push(span);
      const context = { traceId: start.parent?.traceId ?? 'new', spanId: String(spans.length), isSampled: true };
      return { context, end: (end) => void (span.end = end) };
    },
    close: () => Promise.resolve(),
  };
  return { tracer, spans };
}

describe('parseTraceparent', () => {
  it('reads trace, parent and the flag', () => {
    expect(parseTraceparent(PARENT)).toEqual({ traceId: TRACE, spanId: '00f067aa0ba902b7', isSampled: true });
    expect(parseTraceparent(`cc-${TRACE}-00f067aa0ba902b7-00-later`)?.isSampled).toBe(false);
  });

  it.each([
    undefined,
    '',
    PARENT.toUpperCase(),
    `${PARENT}-more`,
    PARENT.replace('00-', 'ff-'),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-00f067aa0ba902b7`,
  ])('refuses %s', (field) => {
    expect(parseTraceparent(field)).toBeNull();
  });
});

describe('a request', () => {
  it('joins the trace of a trusted proxy, and a service that it asks joins it too', async () => {
    const { observation } = subject();
    const scope = observation.open(REQUEST);
    const sent = await new Promise((resolve) =>
      scope.run(() => void observation.observe(OPERATION, async () => resolve(observation.traceparent()))),
    );
    expect(scope.traceId).toBe(TRACE);
    expect(sent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(sent).not.toContain('00f067aa0ba902b7');
  });

  it('begins a trace of its own where no proxy is trusted', () => {
    const { observation } = subject(false);
    expect(observation.open(REQUEST).traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(observation.open(REQUEST).traceId).not.toBe(TRACE);
    expect(observation.traceparent()).toBeNull();
  });

  it('is a span, its work are parts of it, and the parts of parts are theirs', async () => {
    const { tracer, spans } = keepingTracer();
    const { observation } = subject(true, tracer);
    const scope = observation.open(REQUEST);
    await new Promise<void>((resolve) => {
      scope.run(() => {
        const inner = (): Promise<void> => observation.observe(OPERATION, async () => undefined);
        void observation.observe({ kind: 'render', name: 'lai', how: 'whole' }, inner).then(resolve);
      });
    });
    scope.end(503, 1);
    expect(spans.map(({ start: { name, kind, parent }, end }) => [name, kind, parent?.spanId, end?.hasFailed])).toEqual([
      ['GET lai', 'server', '00f067aa0ba902b7', true],
      ['render lai', 'internal', '1', false],
      ['operation Lai', 'client', '2', false],
    ]);
  });

  it('keeps the times of its work, its parts included, once they may be shown', async () => {
    const { observation } = subject();
    const scope = observation.open(REQUEST);
    const timings = scope.keepTimings();
    await new Promise<void>((resolve) => {
      scope.run(() => void Promise.all([1, 2].map(() => observation.observe(OPERATION, async () => undefined))).then(() => resolve()));
    });
    expect(timings.work.get('operation')?.count).toBe(2);
  });
});

describe('work', () => {
  const abandoned = Object.assign(new Error('gone'), { name: 'VisitorGone' });
  it.each<[string, () => Promise<unknown>, Outcome]>([
    ['that has a result', async () => 'data', 'ok'],
    ['whose result is a failure', async () => 'errors', 'errors'],
    ['that throws', () => Promise.reject(new Error('no')), 'failed'],
    ['that takes too long', () => Promise.reject(new AppError('BACKEND_TIMEOUT')), 'timeout'],
    ['whose caller has left', () => Promise.reject(abandoned), 'abandoned'],
  ])('%s is counted so, and its result or error is passed on', async (_case, act, outcome) => {
    const { observation, done } = subject();
    const given = await act().catch((error: unknown) => error);
    const passed = await observation
      .observe(OPERATION, act, (value) => (value === 'errors' ? 'errors' : 'ok'))
      .catch((error: unknown) => error);
    expect(String(passed)).toBe(String(given));
    expect(done).toEqual([{ name: 'Lai', outcome, traceId: null }]);
  });
});
