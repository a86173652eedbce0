import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SendOutcome, send } from '../../../../client/pages/case-form/send.ts';

const PAGE = new EventTarget();
let filled: FormData;

beforeEach(() => {
  filled = new FormData();
  vi.stubGlobal('window', PAGE);
  vi.stubGlobal(
    'FormData',
    class extends FormData {
      constructor(_form: unknown) {
        super();
        for (const [name, value] of filled) this.append(name, value);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Sends a form that no answer comes to. */
async function sending(): Promise<{ readonly signal: AbortSignal; readonly sent: Promise<SendOutcome> }> {
  const asked = Promise.withResolvers<AbortSignal>();
  vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
    asked.resolve(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const sent = send({ form: { action: '/_casos/complementar' } as HTMLFormElement, key: 'a', elapsedMs: null });
  return { signal: await asked.promise, sent };
}

test('a form whose page goes before the answer is given up, so that no cookie comes to whoever is there then', async () => {
  const { signal, sent } = await sending();
  expect(signal.aborted).toBe(false);
  PAGE.dispatchEvent(new Event('pagehide'));
  expect(await sent).toEqual({ kind: 'unsent' });
});

test('the files of a form have as long as the slowest line that the server waits for needs for them', async () => {
  vi.useFakeTimers();
  filled.append('anexos', new File([new Uint8Array(6_000_000)], 'foto.jpg'));
  const { signal, sent } = await sending();
  vi.advanceTimersByTime(399_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await sent).toEqual({ kind: 'unsent' });
});
