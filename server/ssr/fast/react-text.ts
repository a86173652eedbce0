/**
 * A copy of React's streaming renderer that gathers the text of a flush and writes it at once. As installed, the renderer turns every tag,
 * attribute and word into bytes of its own and copies them one by one into views of 4 KB, which is a fourth of the time of a streamed page.
 * React's other renderer, and the one for Bun, are built from the same source with text in these places; what the browser gets is the same.
 *
 * The build puts the copy in the place of the module that client/entry-server.tsx imports as `react-dom/server.node`; `react-dom/server`
 * stays as installed. In development and in tests both are.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What stands in the place of each function; React's own flushes call them in turn, never two at a time. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  writeChunk: 'function writeChunk(destination, chunk) {\n  gatheredText += chunk;\n}',
  // False makes React wait for `drain` before the next boundary, as a write that returned false would. Streams without `full` take all.
  writeChunkAndReturn: 'function writeChunkAndReturn(destination, chunk) {\n  gatheredText += chunk;\n  return !0 !== destination.full;\n}',
  completeWriting:
    'var gatheredText = "";\nfunction completeWriting(destination) {\n  var text = gatheredText;\n  gatheredText = "";\n  "" !== text && destination.write(text);\n}',
  stringToPrecomputedChunk: 'function stringToPrecomputedChunk(content) {\n  return content;\n}',
  // Only compared with bounds that are far from exact; a flush is never cut by them here (see `progressiveChunkSize` in entry-server.tsx).
  byteLengthOfChunk: 'function byteLengthOfChunk(chunk) {\n  return chunk.length;\n}',
};

/** Returns the renderer's module with those functions replaced, or null when one of them is not there exactly once. */
export function writingText(code: string): string | null {
  let text = code;
  for (const [name, replacement] of Object.entries(REPLACEMENTS)) {
    // React's build for development stands in a function of its own, so its functions are indented.
    const declaration = new RegExp(`^( *)function ${name}\\(.*?^\\1\\}$`, 'gms');
    const [found, ...more] = text.match(declaration) ?? [];
    if (found === undefined || more.length > 0) return null;
    text = text.replace(found, () => replacement);
  }
  return text;
}

/** React's streaming renderer for Node in production. */
export const RENDERER_FILE: string = path.join(
  path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json')),
  'cjs/react-dom-server.node.production.js',
);

/** Tells the copy from the file that it is made of; the directory stays, from which its imports are resolved. */
const COPY_ID = `${RENDERER_FILE}?text`;

/** Puts the copy into the server's bundle. Where it cannot be made, the build says so in one line and keeps the renderer as installed. */
export function reactWritesText(file: string = RENDERER_FILE): Plugin {
  let copy: string | null = null;
  return {
    name: 'react-writes-text',
    // Before the bundler's own search for the module.
    enforce: 'pre',
    buildStart: async () => {
      const source = await readFile(file, 'utf8').catch(() => '');
      copy = writingText(source);
    },
    resolveId: {
      filter: { id: /^react-dom\/server\.node$/ },
      handler() {
        if (copy !== null) return COPY_ID;
        this.warn(`pages are streamed by React's renderer as installed, which is slower: ${file} has not the functions that write text`);
        return null;
      },
    },
    load: {
      filter: { id: /react-dom-server\.node\.production\.js\?text$/ },
      handler: () => (copy === null ? null : { code: copy, map: null, moduleType: 'js' }),
    },
  };
}
