import type { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { renderSettled, type StartRender } from '../../../../server/ssr/render/settled.ts';

/** A render that writes `html`. */
const writing =
  (html: string): StartRender =>
  (options) => {
    setImmediate(() => options.onAllReady?.());
    return { pipe: (destination) => (destination as Writable).end(html), abort: () => undefined };
  };

it.each([
  ['<html><body>a</body></html>', '<html><body>a[fim]</body></html>'],
  ['<html><body>“</body></html></body></html>', '<html><body>“</body></html>[fim]</body></html>'],
  ['sem fim', 'sem fim'],
  ['', ''],
])('puts what belongs at the end of %j inside its body, and nothing into what is no document', async (html, expected) => {
  expect(String((await renderSettled(writing(html), '[fim]')).body)).toBe(expected);
});
