import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { RENDERER_FILE, reactWritesText, writingText } from '../../../../server/ssr/fast/react-text.ts';
import { INSTALLED_RENDERER, runRenderer, TEXT_RENDERER } from '../../../support/react-renderer.ts';

type Renderer = ReturnType<typeof runRenderer>;

/** What the module asks for, as a build for production has it. */
const require = createRequire(RENDERER_FILE);
const REACT = path.join(path.dirname(require.resolve('react/package.json')), 'cjs/react.production.js');
const { createElement, Suspense, use } = require(REACT) as typeof import('react');
const PRODUCTION = { react: REACT, 'react-dom': './react-dom.production.js' };

/** Takes what it is given, and says after each piece that it is full when the test wants so. */
class Sink extends Writable {
  readonly pieces: (string | Buffer)[] = [];
  full = false;
  constructor() {
    super({ decodeStrings: false });
  }
  override write(chunk: string | Buffer): boolean {
    super.write(chunk);
    return !this.full;
  }
  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.pieces.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk));
    done();
  }
  get text(): string {
    return Buffer.concat(this.pieces.map((piece) => Buffer.from(piece))).toString();
  }
}

const WORDS = ['plano', 'ação — “é” <&> \'"', '🏛️ previdência', '€'.repeat(5_000), '', 'x'.repeat(4_096)];

function page(late: readonly Promise<string>[]) {
  const Late = ({ promise }: { readonly promise: Promise<string> }) => createElement('p', { title: '€"' }, use(promise));
  const part = (promise: Promise<string>, key: number) =>
    createElement(Suspense, { key, fallback: createElement('i', null, 'aguarde') }, createElement(Late, { promise }));
  const items = WORDS.map((word, key) => createElement('li', { key, 'data-é': word, className: word }, word, ' ', key));
  return createElement('html', null, createElement('body', null, createElement('ul', null, items), late.map(part)));
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

interface Streaming {
  readonly sink: Sink;
  readonly ended: Promise<void>;
  /** Lets all late parts come. */
  readonly complete: () => void;
}

/** Starts a page and resolves when its shell has been written. */
async function streaming({ renderToPipeableStream }: Renderer): Promise<Streaming> {
  const gates = WORDS.map(() => Promise.withResolvers<string>());
  const sink = new Sink();
  const ended = new Promise<void>((resolve) => sink.once('finish', () => resolve()));
  const render = renderToPipeableStream(page(gates.map(({ promise }) => promise)), {
    nonce: 'N',
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onShellReady: () => render.pipe(sink),
  });
  await turns();
  const complete = (): void => {
    for (const [index, gate] of gates.entries()) gate.resolve(WORDS[index] ?? '');
  };
  return { sink, ended, complete };
}

async function streamed(renderer: Renderer): Promise<Sink> {
  const { sink, ended, complete } = await streaming(renderer);
  complete();
  await ended;
  return sink;
}

const lateParts = (sink: Sink): number => sink.text.split('hidden id="S:').length - 1;

describe.runIf(TEXT_RENDERER !== null)("the copy of React's renderer", () => {
  const copy = (): Renderer => runRenderer(TEXT_RENDERER ?? '', PRODUCTION);

  it('writes the same bytes as the installed one, one piece a flush', async () => {
    const [gathering, installed] = [await streamed(copy()), await streamed(runRenderer(INSTALLED_RENDERER, PRODUCTION))];
    expect(gathering.text === installed.text).toBe(true);
    expect(gathering.text).toContain('🏛️ previdência');
    expect(gathering.pieces.every((piece) => typeof piece === 'string')).toBe(true);
    expect(gathering.pieces.length).toBeLessThan(5);
    expect(installed.pieces.length).toBeGreaterThan(10);
  });

  it('writes no further late part while the response is full', async () => {
    const { sink, ended, complete } = await streaming(copy());
    sink.full = true;
    complete();
    await turns();
    expect(lateParts(sink)).toBe(1);
    sink.full = false;
    sink.emit('drain');
    await ended;
    expect(lateParts(sink)).toBe(WORDS.length);
  });
});

/** Calls the hooks of the plugin as a build does; `warnings` are the lines that it prints. */
async function build(file: string) {
  const warnings: string[] = [];
  const { buildStart, resolveId, load } = reactWritesText(file) as unknown as Hooks;
  await buildStart();
  const id = resolveId.handler.call({ warn: (line) => warnings.push(line) });
  return { id, warnings, loaded: load.handler() };
}

interface Hooks {
  readonly buildStart: () => Promise<void>;
  readonly resolveId: { readonly handler: (this: { warn: (line: string) => void }) => string | null };
  readonly load: { readonly handler: () => { readonly code: string } | null };
}

describe("the plugin of the build, when React's renderer has not the functions that write text", () => {
  const renamed = INSTALLED_RENDERER.replaceAll('writeChunk(', 'put(');
  const twice = `${INSTALLED_RENDERER}\nfunction writeChunk(a) {\n}\n`;

  it.each([
    ['under another name', renamed],
    ['once each', twice],
    ['at all', 'exports.renderToPipeableStream = () => {};'],
  ])('%s, warns in one line and leaves the renderer as installed', async (_name, source) => {
    expect(writingText(source)).toBeNull();
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'react-')), 'renderer.js');
    await writeFile(file, source);
    const { id, warnings, loaded } = await build(file);
    expect([id, loaded]).toEqual([null, null]);
    expect(warnings).toEqual([expect.stringContaining("React's renderer as installed")]);
    expect(warnings[0]).not.toContain('\n');
  });

  it('the plugin warns once and replaces nothing when the file is gone', async () => {
    const { id, warnings } = await build('/nowhere/renderer.js');
    expect(id).toBeNull();
    expect(warnings).toHaveLength(1);
  });
});

describe.runIf(TEXT_RENDERER !== null)('the plugin of the build, when it finds them', () => {
  it('gives the copy to the one import that asks for it, and no warning', async () => {
    const { id, warnings, loaded } = await build(RENDERER_FILE);
    expect(id).toContain(RENDERER_FILE);
    expect(loaded?.code).toBe(TEXT_RENDERER);
    expect(warnings).toEqual([]);
  });
});
