import type { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { PreparedPage } from '../../../../client/entry-server.tsx';
import { createPageIcons } from '../../../../server/ssr/document/page-icons.ts';
import type { StartedOperations } from '../../../../server/ssr/page/preload.ts';
import { renderSettled, type StartRender, settledBlocks, wholeHtml } from '../../../../server/ssr/render/settled.ts';

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

it('a page whose render throws has no whole document', () => {
  const page = {
    renderWhole: () => {
      throw new Error('a component threw');
    },
  } as unknown as PreparedPage;
  expect(wholeHtml(page)).toBeNull();
});

it('has no block of an operation that has not ended', () => {
  const states = [{ kind: 'done', result: { json: '{"a":1}' } }, { kind: 'pending' }, { kind: 'failed', error: new Error('x') }];
  const operations = { calls: [{}, {}, {}], states } as unknown as StartedOperations;
  const blocks = settledBlocks(
    operations,
    createPageIcons({}, () => ({})),
    () => null,
  );
  expect([...blocks.matchAll(/data-resultado="(\d)"/g)].map(([, index]) => index)).toEqual(['0', '2']);
});
