import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startRequestSignal, VisitorGone } from '../../../../server/ssr/page/request-signal.ts';
import type { Timers } from '../../../../shared/time/timers.ts';

/** A response whose signal has started, and the timers that it set and has not cancelled. */
function started() {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  const waiting = new Map<number, () => void>();
  const timers: Timers = {
    after: (ms, act) => {
      waiting.set(ms, act);
      return () => waiting.delete(ms);
    },
  };
  return { res, waiting, requestSignal: startRequestSignal(res, 5_000, timers) };
}

describe('the signal of a request', () => {
  it('ends at its deadline with the reason', () => {
    const { waiting, requestSignal } = started();
    expect([requestSignal.signal.aborted, [...waiting.keys()]]).toEqual([false, [5_000]]);
    waiting.get(5_000)?.();
    expect(requestSignal.signal.reason).toMatchObject({ code: 'BACKEND_TIMEOUT', detail: 'the page was not complete after 5000 ms' });
  });

  it('ends when the visitor goes away, and sets no alarm any more', () => {
    const { res, waiting, requestSignal } = started();
    res.emit('close');
    expect(requestSignal.signal.reason).toBeInstanceOf(VisitorGone);
    expect(waiting.size).toBe(0);
  });

  it('ends when the request has been answered, once, and listens no more', () => {
    const { res, waiting, requestSignal } = started();
    requestSignal.end();
    requestSignal.end();
    expect(requestSignal.signal.reason).toBeInstanceOf(VisitorGone);
    expect([waiting.size, res.listenerCount('close')]).toEqual([0, 0]);
  });

  it('keeps the first reason', () => {
    const { res, waiting, requestSignal } = started();
    waiting.get(5_000)?.();
    res.emit('close');
    expect(requestSignal.signal.reason).toMatchObject({ code: 'BACKEND_TIMEOUT' });
  });

  it('says by its error that nothing failed', () => {
    expect(new VisitorGone()).toMatchObject({ name: 'VisitorGone', message: 'the request has ended' });
  });
});
