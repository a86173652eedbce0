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

/** A request that no answer comes to. */
class OpenRequest extends EventTarget {
  static last: OpenRequest | null = null;
  isAborted = false;
  readonly upload = new EventTarget();
  open(): void {
    OpenRequest.last = this;
  }
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
}

/** Sends a form that no answer comes to. */
function sending(): { readonly request: OpenRequest; readonly sent: Promise<SendOutcome> } {
  vi.stubGlobal('XMLHttpRequest', OpenRequest);
  vi.stubGlobal('document', { createElement: () => ({ append: () => undefined, querySelector: () => null, remove: () => undefined }) });
  const form = { action: '/_casos/complementar', querySelector: () => null } as unknown as HTMLFormElement;
  const sent = send({ form, key: 'a', elapsedMs: null });
  const { last } = OpenRequest;
  if (last === null) throw new Error('nothing was sent');
  return { request: last, sent };
}

test('a form whose page goes before the answer is given up, so that no cookie comes to whoever is there then', async () => {
  const { request, sent } = sending();
  expect(request.isAborted).toBe(false);
  PAGE.dispatchEvent(new Event('pagehide'));
  expect(await sent).toEqual({ kind: 'unsent' });
});

test('the files of a form have as long as the slowest line that the server waits for needs for them', async () => {
  vi.useFakeTimers();
  filled.append('anexos', new File([new Uint8Array(6_000_000)], 'foto.jpg'));
  const { request, sent } = sending();
  vi.advanceTimersByTime(399_999);
  expect(request.isAborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await sent).toEqual({ kind: 'unsent' });
});
