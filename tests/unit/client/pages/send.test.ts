import { afterEach, expect, test, vi } from 'vitest';
import { send } from '../../../../client/pages/case-form/send.ts';

afterEach(() => vi.unstubAllGlobals());

test('a form whose page goes before the answer is given up, so that no cookie comes to whoever is there then', async () => {
  const window = new EventTarget();
  const asked = Promise.withResolvers<AbortSignal>();
  vi.stubGlobal('window', window);
  vi.stubGlobal(
    'FormData',
    class extends FormData {
      constructor(_form: unknown) {
        super();
      }
    },
  );
  vi.stubGlobal('fetch', (_url: string, { signal }: { readonly signal: AbortSignal }) => {
    asked.resolve(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const sent = send({ form: { action: '/_casos/complementar' } as HTMLFormElement, key: 'a', elapsedMs: null });
  expect((await asked.promise).aborted).toBe(false);
  window.dispatchEvent(new Event('pagehide'));
  expect(await sent).toEqual({ kind: 'unsent' });
});
