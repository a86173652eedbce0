/**
 * The room of all code that only saves time in rendering, behind one switch: `SsrOptions.fast`, which `server/pages.ts` passes. It is an option
 * and not an environment variable, because no operator has a reason to change it; benchmarks and tests do.
 *
 * | flag | what it does | where | plain path |
 * |---|---|---|---|
 * | `fixedParts` | writes bar, menus and footer from the HTML of an earlier page | client/fast (it runs inside the tree, which the server may not import) | every part is rendered |
 * | `settledFromStream` | puts the whole document together from the stream | settled-from-stream.ts | the page is rendered a second time |
 * | `textStream` | streams through a copy of React's renderer that gathers text | react-text.ts, a plugin of the build | React's renderer as installed |
 *
 * Each part knows how React writes its markup or is built, and takes its plain path by itself where it does not find what it knows: a new
 * version of React may cost speed, and breaks neither a page nor the build. tests/bench/pages/miss.ts measures each flag; the integration tests
 * of server/ssr run with all flags on and with all off, and expect the same documents.
 */
import type { FastRendering } from '../../../client/entry-server.tsx';

export interface FastPaths extends FastRendering {
  readonly settledFromStream: boolean;
}

export const FAST: FastPaths = { fixedParts: true, settledFromStream: true, textStream: true };

/** The plain path of every part. */
export const PLAIN: FastPaths = { fixedParts: false, settledFromStream: false, textStream: false };
