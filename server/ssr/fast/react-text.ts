/**
 * Makes React's streaming renderer gather the text of a flush and write it at once. As it comes, it turns every tag, attribute and word
 * into bytes of its own and copies them one by one into views of 4 KB: a fourth of the time of a streamed page. Its other renderer, and the
 * one for Bun, are built from the same source with text in these places; what the browser gets is the same.
 */
import type { Plugin } from 'vite';

/** What stands in the place of each function; React's own flushes call them in turn, never two at a time. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  writeChunk: 'function writeChunk(destination, chunk) {\n  gatheredText += chunk;\n}',
  // False makes React wait for `drain` before the next boundary, as a write that returned false would. Streams that know of no `full` take all.
  writeChunkAndReturn: 'function writeChunkAndReturn(destination, chunk) {\n  gatheredText += chunk;\n  return !0 !== destination.full;\n}',
  completeWriting:
    'var gatheredText = "";\nfunction completeWriting(destination) {\n  var text = gatheredText;\n  gatheredText = "";\n  "" !== text && destination.write(text);\n}',
  stringToPrecomputedChunk: 'function stringToPrecomputedChunk(content) {\n  return content;\n}',
  // Only compared with bounds that are far from exact; a flush is never cut by them here (see `progressiveChunkSize` in entry-server.tsx).
  byteLengthOfChunk: 'function byteLengthOfChunk(chunk) {\n  return chunk.length;\n}',
};

/** Returns the renderer's module with those functions replaced. @throws when one of them is not there once. */
export function writingText(code: string): string {
  return Object.entries(REPLACEMENTS).reduce((text, [name, replacement]) => {
    const [before, after, ...more] = text.split(new RegExp(`^function ${name}\\(.*?^\\}$`, 'ms'));
    if (before === undefined || after === undefined || more.length > 0) throw new Error(`React's renderer has no single ${name}`);
    return before + replacement + after;
  }, code);
}

/** Replaces them in the server's bundle. In development React stays as it is. */
export function reactWritesText(): Plugin {
  return {
    name: 'react-writes-text',
    transform: {
      filter: { id: /\/react-dom\/cjs\/react-dom-server\.node\.production\.js$/ },
      handler: (code) => ({ code: writingText(code), map: null }),
    },
  };
}
