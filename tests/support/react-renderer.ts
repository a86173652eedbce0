/** Runs the text of React's streaming renderer, as installed or as the build changes it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { RENDERER_FILE, writingText } from '../../server/ssr/fast/react-text.ts';

type StreamRenderer = Pick<typeof import('react-dom/server'), 'renderToPipeableStream'>;

/** React's streaming renderer for production, as installed. */
export const INSTALLED_RENDERER: string = readFileSync(RENDERER_FILE, 'utf8');

/** Its copy that gathers text; null where the installed version of React has not the functions for it. */
export const TEXT_RENDERER: string | null = writingText(INSTALLED_RENDERER);

/** Runs a CommonJS module as if it lay where the renderer lies; `instead` names what it gets for some of its imports. */
export function runRenderer(code: string, instead: Readonly<Record<string, string>> = {}): StreamRenderer {
  const require = createRequire(RENDERER_FILE);
  const module = { exports: {} };
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- the installed module, as the bundler would change it
  new Function('require', 'module', 'exports', code)((id: string): unknown => require(instead[id] ?? id), module, module.exports);
  return module.exports as StreamRenderer;
}

/** The copy of the renderer for development, which belongs to the React that the tests' components are made with. */
const DEVELOPMENT_COPY = writingText(readFileSync(RENDERER_FILE.replace('production', 'development'), 'utf8'));

/** What a build puts behind `FastRendering.textStream`; undefined where there is no copy, and then it is the renderer as installed. */
export const TEXT_STREAM: StreamRenderer['renderToPipeableStream'] | undefined =
  DEVELOPMENT_COPY === null ? undefined : runRenderer(DEVELOPMENT_COPY).renderToPipeableStream;
