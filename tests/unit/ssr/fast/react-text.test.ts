import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { reactWritesText, writingText } from '../../../../server/ssr/fast/react-text.ts';

type Renderer = Pick<typeof import('react-dom/server'), 'renderToPipeableStream'>;

const DIRECTORY = path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));
const FILE = path.join(DIRECTORY, 'cjs/react-dom-server.node.production.js');
const SOURCE = readFileSync(FILE, 'utf8');

/** What the module asks for, as a build for production has it. */
const require = createRequire(FILE);
const REACT = path.join(path.dirname(require.resolve('react/package.json')), 'cjs/react.production.js');
const { createElement, Suspense, use } = require(REACT) as typeof import('react');
const PRODUCTION: Readonly<Record<string, string>> = {
  react: REACT,
  'react-dom': './react-dom.production.js',
};

/** Runs the text of a CommonJS module where it lies. */
function moduleOf(code: string): Renderer {
  const module = { exports: {} };
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- the installed module, as the bundler would change it
  new Function('require', 'module', 'exports', code)((id: string): unknown => require(PRODUCTION[id] ?? id), module, module.exports);
  return module.exports as Renderer;
}

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

describe("React's renderer that gathers text", () => {
  it('writes the same bytes as the installed one, one piece a flush', async () => {
    const [gathering, installed] = [await streamed(moduleOf(writingText(SOURCE))), await streamed(moduleOf(SOURCE))];
    expect(gathering.text === installed.text).toBe(true);
    expect(gathering.text).toContain('🏛️ previdência');
    expect(gathering.pieces.every((piece) => typeof piece === 'string')).toBe(true);
    expect(gathering.pieces.length).toBeLessThan(5);
    expect(installed.pieces.length).toBeGreaterThan(10);
  });

  it('waits behind a late part while the response is full', async () => {
    const { sink, ended, complete } = await streaming(moduleOf(writingText(SOURCE)));
    sink.full = true;
    complete();
    await turns();
    expect(lateParts(sink)).toBe(1);
    sink.full = false;
    sink.emit('drain');
    await ended;
    expect(lateParts(sink)).toBe(WORDS.length);
  });

  it('is not made from a module without those functions', () => {
    expect(() => writingText(SOURCE.replace('function writeChunk(', 'function put('))).toThrow('no single writeChunk');
    expect(() => writingText(`${SOURCE}\nfunction writeChunk(a) {\n}\n`)).toThrow('no single writeChunk');
  });

  it('is made from that file alone', () => {
    const { filter } = reactWritesText().transform as { readonly filter: { readonly id: RegExp } };
    expect(filter.id.test(FILE)).toBe(true);
    expect(filter.id.test(FILE.replace('production', 'development'))).toBe(false);
  });
});
