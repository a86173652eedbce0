import { Writable } from 'node:stream';
import { type ReactElement, type ReactNode, Suspense, use } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { settledFromStream } from '../../../../server/ssr/fast/settled-from-stream.ts';
import { InlineDataStream } from '../../../../server/ssr/render/inline-data.ts';

const NONCE = 'q+7/Zw==';

/** Text that comes when the test lets it; the first `use` of it suspends. */
class Late {
  readonly #gate = Promise.withResolvers<string>();
  readonly promise: Promise<string> = this.#gate.promise;
  come(text: string): void {
    this.#gate.resolve(text);
    // What React looks at before it waits.
    void Object.assign(this.promise, { status: 'fulfilled', value: text });
  }
}

function Text({ of: late, children }: { readonly of: Late; readonly children?: ReactNode }): ReactElement {
  return (
    <p title={'"<&>'}>
      {use(late.promise)} e {children}
    </p>
  );
}

const Part = ({ of: late, children }: { readonly of: Late; readonly children?: ReactNode }): ReactElement => (
  <Suspense fallback={<i>aguarde</i>}>
    <Text of={late}>{children}</Text>
  </Suspense>
);

const Page = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <html lang="pt-BR">
    <head>
      <title>Ação</title>
    </head>
    <body>
      <main>{children}</main>
    </body>
  </html>
);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Streams a page; each of `arrivals` lets one text come, after the shell and one after the other. */
async function streamed(page: ReactElement, arrivals: readonly (() => void)[]): Promise<readonly string[]> {
  const stream = new InlineDataStream(new Writable({ write: (_chunk, _encoding, done) => done() }), '[boot]', () => null);
  const ended = new Promise<void>((resolve) => stream.once('finish', () => resolve()));
  await new Promise<void>((resolve) => {
    const render = renderToPipeableStream(page, {
      nonce: NONCE,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady: () => {
        render.pipe(stream);
        resolve();
      },
    });
  });
  for (const arrive of arrivals) {
    for (let turns = 0; turns < 3; turns++) await turn();
    stream.inject('[resultado]');
    arrive();
  }
  await ended;
  return stream.flushes;
}

const whole = (page: ReactElement): string => `<!DOCTYPE html>${renderToString(page)}`;

describe('the document put together from a stream', () => {
  it('equals the page that is rendered whole, whatever the order of its late parts', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const parts = [new Late(), new Late(), new Late()] as const;
      const page = (
        <Page>
          <Part of={parts[0]} />
          <b>—</b>
          <Part of={parts[1]} />
          <Part of={parts[2]} />
        </Page>
      );
      const flushes = await streamed(
        page,
        order.map((index) => () => parts[index]?.come(`“${index}” <!--/$--> </div><script>`)),
      );
      expect(flushes.length).toBe(4);
      expect(settledFromStream(flushes, NONCE)).toBe(whole(page));
    }
  });

  it('holds parts inside parts', async () => {
    const [outer, inner] = [new Late(), new Late()];
    const page = (
      <Page>
        <Part of={outer}>
          <Part of={inner} />
        </Part>
      </Page>
    );
    const flushes = await streamed(page, [() => outer.come('fora'), () => inner.come('dentro')]);
    expect(settledFromStream(flushes, NONCE)).toBe(whole(page));
  });

  it('holds a part that begins with another part', async () => {
    const [outer, inner] = [new Late(), new Late()];
    const Opening = (): ReactElement => (use(outer.promise), (<Part of={inner} />));
    const page = (
      <Page>
        <Suspense fallback={<i>aguarde</i>}>
          <Opening />
        </Suspense>
      </Page>
    );
    const flushes = await streamed(page, [() => outer.come('fora'), () => inner.come('dentro')]);
    expect(settledFromStream(flushes, NONCE)).toBe(whole(page));
  });

  it('is the text that was sent where no part was late', async () => {
    const ready = new Late();
    ready.come('já');
    const page = (
      <Page>
        <Part of={ready} />
      </Page>
    );
    expect(settledFromStream(await streamed(page, []), NONCE)).toBe(whole(page));
  });
});

describe('a streamed page is rendered again', () => {
  const late = new Late();
  const flushes = streamed(
    <Page>
      <Part of={late} />
    </Page>,
    [() => late.come('tarde')],
  );
  const change = async (from: string, to: string): Promise<string | null> => {
    const text = (await flushes).join('');
    expect(text).toContain(from);
    return settledFromStream([text.replace(from, to)], NONCE);
  };

  it('a streamed page is not rendered again when its stream is unchanged', async () => {
    expect(await change('tarde', 'cedo')).toContain('cedo');
  });

  it.each([
    ['the stream was cut', '</body></html>', ''],
    ['something follows the end', '</body></html>', '</body></html>!'],
    ['a part is not where it should begin', '<div hidden id="S:0">', '<link rel="preload"/><div hidden id="S:0">'],
    ['a part belongs to no boundary', '$RC("B:0"', '$RC("B:1"'],
    ['a part is told to go elsewhere', '$RC("B:0","S:0")', '$RX("B:0","S:0")'],
    [
      'a boundary waits in vain',
      '<!--$?--><template id="B:0">',
      '<!--$?--><template id="B:7"></template><!--/$--><!--$?--><template id="B:0">',
    ],
    ['a boundary is there twice', '<!--$?-->', '<!--$?--><template id="B:0"></template><!--/$--><!--$?-->'],
    ['a boundary has no end', '<!--/$-->', ''],
    ['what was shown meanwhile has boundaries', '<i>aguarde</i>', '<!--$--><i>aguarde</i><!--/$-->'],
    ['a part waits for a part that never comes', '<p title', '<!--$?--><template id="B:9"></template><!--/$--><p title'],
    ['the nonce stands somewhere else', '<i>aguarde</i><!--/$-->', `<i>aguarde</i><!--/$--><b>${NONCE}</b>`],
  ])('a streamed page is rendered again when %s', async (_reason, from, to) => {
    expect(await change(from, to)).toBeNull();
  });

  it('a streamed page is rendered again when a late part ends with text, behind which React writes a mark that the whole page has not', async () => {
    const bare = new Late();
    const Bare = (): ReactElement => <>{use(bare.promise)}</>;
    const written = await streamed(
      <Page>
        <Suspense fallback="aguarde">
          <Bare />
        </Suspense>
      </Page>,
      [() => bare.come('tarde')],
    );
    expect(written.join('')).toContain('tarde<!-- -->');
    expect(settledFromStream(written, NONCE)).toBeNull();
  });

  it('a streamed page is rendered again when the nonce is another', async () => {
    expect(settledFromStream(await flushes, 'outro')).toBeNull();
    expect(settledFromStream([], NONCE)).toBeNull();
  });
});

it('returns null where a page without late parts contains the nonce', () => {
  const page = (text: string): readonly string[] => [`<!DOCTYPE html><html><body>${text}</body></html>`];
  expect(settledFromStream(page('Ação'), NONCE)).toBe(page('Ação')[0]);
  expect(settledFromStream(page(`<style nonce="${NONCE}"></style>`), NONCE)).toBeNull();
});
