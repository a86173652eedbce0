import { Writable } from 'node:stream';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import type { PreparedPage } from '../../../../client/entry-server.tsx';
import { createPageIcons, type PageIcons } from '../../../../server/ssr/document/page-icons.ts';
import type { StartedOperations } from '../../../../server/ssr/page/preload.ts';
import type { InlineDataStream } from '../../../../server/ssr/render/inline-data.ts';
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

/** Streams a page whose operations end in `order`, one before each of React's flushes, and returns what the visitor gets. */
async function streamed(order: readonly number[]): Promise<string> {
  const sent: string[] = [];
  const response = new Writable({
    write: (chunk, _encoding, done) => {
      sent.push(String(chunk));
      done();
    },
  });
  let tell: (index: number) => void = () => undefined;
  const operations = {
    onResult: (listener: (index: number, result: unknown) => void) => {
      tell = (index) => listener(index, RESULTS[index]);
    },
    onFailure: () => undefined,
    allSettled: Promise.resolve(),
  } as unknown as StartedOperations;
  const page = {
    render: ({ onShellReady }: { onShellReady: () => void }) => {
      queueMicrotask(onShellReady);
      const pipe = (stream: InlineDataStream): void => {
        stream.write('<html><body>');
        stream.flush();
        for (const index of order) {
          tell(index);
          stream.write(`<p>parte ${index}</p>`);
          stream.flush();
        }
        stream.end('</body></html>');
      };
      return { pipe, abort: () => undefined };
    },
  } as unknown as PreparedPage;
  await renderStreamed(response as unknown as Response, {
    page,
    operations,
    icons: iconsOfResults(),
    nonce: 'n',
    boot: '',
    bootScript: '',
    timers: SYSTEM_TIMERS,
    settledFromStream: true,
    signal: new AbortController().signal,
    developerMessage: () => null,
    structuredData: () => '',
    onError: (error) => {
      throw error;
    },
    onShell: () => undefined,
  });
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
