import { Writable } from 'node:stream';
import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import type { PreparedPage } from '../../../../client/entry-server.tsx';
import { createPageIcons, type PageIcons } from '../../../../server/ssr/document/page-icons.ts';
import type { StartedOperations } from '../../../../server/ssr/page/preload.ts';
import { VisitorGone } from '../../../../server/ssr/page/request-signal.ts';
import type { InlineDataStream } from '../../../../server/ssr/render/inline-data.ts';
import { settleStreamed } from '../../../../server/ssr/render/settled.ts';
import { renderStreamed } from '../../../../server/ssr/render/streamed.ts';
import { SYSTEM_TIMERS } from '../../../../shared/time/timers.ts';

const json = (icon: string): string => JSON.stringify({ servico: [{ __typename: 'servico', icone: icon }] });
const RESULTS = ['mdi:sino', 'mdi:casa', 'mdi:casa'].map((icon) => ({ json: json(icon), data: JSON.parse(json(icon)) as unknown }));

/** Icons of the three results, where the state of the site has none. */
function iconsOfResults(): PageIcons {
  const icons = createPageIcons({}, (names) => Object.fromEntries(names.map((name) => [name, { body: `<path id="${name}"/>` }])) as never);
  for (const [index, result] of RESULTS.entries()) icons.adopt(index, result as never);
  return icons;
}

type Options = Parameters<typeof renderStreamed>[1];

const NO_OPERATIONS = {
  onResult: () => undefined,
  onFailure: () => undefined,
  allSettled: Promise.resolve(),
} as unknown as StartedOperations;

/** What a page of nothing needs to be streamed. */
const OPTIONS: Omit<Options, 'page'> = {
  operations: NO_OPERATIONS,
  icons: createPageIcons({}, () => ({})),
  nonce: 'n',
  boot: '',
  bootScript: '',
  timers: SYSTEM_TIMERS,
  signal: new AbortController().signal,
  developerMessage: () => null,
  structuredData: () => '',
  onError: (error) => {
    throw error;
  },
  onShell: () => undefined,
};

/** A response that keeps what it is sent. */
function responseInto(sent: string[]): Response {
  const write = (chunk: unknown, _encoding: unknown, done: () => void): void => {
    sent.push(String(chunk));
    done();
  };
  return new Writable({ write }) as unknown as Response;
}

/** A page whose shell is ready at once, and what becomes of it. */
function pageOf(pipe: (stream: InlineDataStream) => void) {
  const did: string[] = [];
  const render = ({ onShellReady }: { onShellReady: () => void }) => {
    did.push('render');
    queueMicrotask(onShellReady);
    return { pipe, abort: (reason: Error) => void did.push(`abort: ${reason.message}`) };
  };
  return { did, page: { render } as unknown as PreparedPage };
}

/** Streams a page whose operations end in `order`, one before each of React's flushes, and returns what the visitor gets. */
async function streamed(order: readonly number[]): Promise<string> {
  const sent: string[] = [];
  let tell: (index: number) => void = () => undefined;
  const operations = {
    ...NO_OPERATIONS,
    onResult: (listener: (index: number, result: unknown) => void) => {
      tell = (index) => listener(index, RESULTS[index]);
    },
  } as unknown as StartedOperations;
  const { page } = pageOf((stream) => {
    stream.write('<html><body>');
    stream.flush();
    for (const index of order) {
      tell(index);
      stream.write(`<p>parte ${index}</p>`);
      stream.flush();
    }
    stream.end('</body></html>');
  });
  await renderStreamed(responseInto(sent), { ...OPTIONS, page, operations, icons: iconsOfResults() });
  return sent.join('');
}

it.each([[[0, 1, 2]], [[2, 0, 1]], [[1, 2, 0]]])(
  'sends each icon once, before the first result that names it, where the results come in the order %j',
  async (order) => {
    const html = await streamed(order);
    const wanted: string[] = [];
    for (const index of order) {
      const name = RESULTS[index]?.json.includes('sino') ? 'mdi:sino' : 'mdi:casa';
      if (!wanted.includes(name)) wanted.push(name);
      wanted.push(`parte ${index}`);
    }
    expect([...html.matchAll(/id=\\"([\w:]+)\\"|(parte \d)/g)].map(([, icon, part]) => icon ?? part)).toEqual(wanted);
  },
);

it.each([
  ['whose response is closed', true, AbortSignal.any([])],
  ['who is said to have gone', false, AbortSignal.abort(new VisitorGone())],
])('renders nothing for a visitor %s', async (_who, isClosed, signal) => {
  const { did, page } = pageOf((stream) => stream.end());
  const response = responseInto([]);
  if (isClosed) response.destroy();
  const whole = await renderStreamed(response, { ...OPTIONS, page, signal });
  expect(whole()).toBeNull();
  expect(did).toEqual([]);
});

it('draws the whole document once, for the reader and for the store', async () => {
  const sent: string[] = [];
  const { did, page } = pageOf((stream) => {
    stream.write('<html><body><!--$?--><template id="B:0"></template>…<!--/$--></body></html>');
    stream.flush();
    stream.end('<div hidden id="S:0">late</div>');
  });
  const renderWhole = (): string => {
    did.push('whole');
    return '<html><body><!--$-->late<!--/$--></body></html>';
  };
  const whole = await renderStreamed(responseInto(sent), { ...OPTIONS, page: { ...page, renderWhole } });
  const { body } = await settleStreamed(page, whole(), '[fim]');
  expect(String(body)).toBe('<!DOCTYPE html><html><body><!--$-->late<!--/$-->[fim]</body></html>');
  expect(did).toEqual(['render', 'whole']);
});

describe('the render of a page', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is cut at once when the visitor goes, and nothing says that the shell is ready', async () => {
    const controller = new AbortController();
    const response = responseInto([]);
    const { did, page } = pageOf((stream) => stream.end());
    const ended = renderStreamed(response, { ...OPTIONS, page, signal: controller.signal, onShell: () => void did.push('shell') });
    response.destroy();
    controller.abort(new VisitorGone());
    expect(did).toEqual(['render', 'abort: the request has ended']);
    await ended;
    await turn();
    expect(did).toHaveLength(2);
  });

  it('is cut at the deadline when its operations have ended and React has had two turns', async () => {
    const settled = Promise.withResolvers<void>();
    const controller = new AbortController();
    const operations = { ...NO_OPERATIONS, allSettled: settled.promise };
    const { did, page } = pageOf((stream) => stream.write('never ends'));
    const response = responseInto([]);
    const ended = renderStreamed(response, { ...OPTIONS, page, operations, signal: controller.signal });
    controller.abort(new Error('the deadline'));
    await turn();
    settled.resolve();
    await settled.promise;
    await turn();
    expect(did).toEqual(['render']);
    await turn();
    expect(did).toEqual(['render', 'abort: the deadline']);
    response.destroy();
    await ended;
  });

  it('is not cut any more when it has ended', async () => {
    const controller = new AbortController();
    const { did, page } = pageOf((stream) => stream.end('whole'));
    await renderStreamed(responseInto([]), { ...OPTIONS, page, signal: controller.signal });
    controller.abort(new VisitorGone());
    expect(did).toEqual(['render']);
  });

  it('is not cut any more when its shell has failed', async () => {
    const controller = new AbortController();
    const did: string[] = [];
    const page = {
      render: ({ onShellError }: { onShellError: (error: Error) => void }) => {
        queueMicrotask(() => onShellError(new Error('the shell failed')));
        return { pipe: () => undefined, abort: () => void did.push('abort') };
      },
    } as unknown as PreparedPage;
    const failing = renderStreamed(responseInto([]), { ...OPTIONS, page, signal: controller.signal });
    await expect(failing).rejects.toThrow('the shell failed');
    controller.abort(new VisitorGone());
    expect(did).toEqual([]);
  });
});
