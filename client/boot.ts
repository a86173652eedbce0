/**
 * The one module that a document starts. The page is complete without it: it makes the small interactions work at once and brings the
 * application when the browser is idle or the visitor begins to do something; with Save-Data only then.
 */
import { BOOT_BLOCK_ID, type BootBlock } from '../shared/builds/document-blocks.ts';
import { type PageStateFile, parsePageStateFile } from '../shared/builds/page-state-file.ts';
import { installInteractions } from './accessibility/interactions.ts';
import { connectionFacts, currentHref, isReload, leave, sessionStore, whenIdle } from './routing/browser.ts';
import { createChunkGuard } from './routing/chunk-guard.ts';

/** The first of these means that the visitor is about to use the page. */
const INTERACTIONS = ['pointerdown', 'keydown', 'focusin', 'touchstart'];

/** These may lead to a click soon. */
const MOVEMENTS = ['pointermove', 'wheel'];

installInteractions(document);
const interaction = firstOf(INTERACTIONS);
const sign = Promise.race([interaction, firstOf(MOVEMENTS)]);
const boot = readBootBlock();
if (boot !== null) void whenWanted().then(() => startApplication(boot));

/** Error screens bring no boot block: they stay as the server sent them. */
function readBootBlock(): BootBlock | null {
  const text = document.getElementById(BOOT_BLOCK_ID)?.textContent ?? null;
  // Our own server wrote it, for this build.
  return text === null ? null : (JSON.parse(text) as BootBlock);
}

function firstOf(names: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const name of names) document.addEventListener(name, () => resolve(), { passive: true, once: true });
  });
}

function whenWanted(): Promise<void> {
  const idle = new Promise<void>((resolve) => {
    if (connectionFacts()?.saveData !== true) whenIdle(resolve);
  });
  return Promise.race([interaction, idle]);
}

async function startApplication(block: BootBlock): Promise<void> {
  const guard = createChunkGuard({ storage: sessionStore, isReload, now: Date.now, load: leave });
  let quiet = 0;
  window.addEventListener('vite:preloadError', (event) => {
    if (quiet > 0) return;
    // After all listeners have had it: a part that has a message of its own prevents the reload.
    queueMicrotask(() => {
      if (!event.defaultPrevented) guard.reload(currentHref());
    });
  });
  for (const href of block.modules) preload(href);
  const pageState = fetchPageState(block.pageStateHref);
  const { start } = await import('./entry-client.tsx');
  await start({
    boot: block,
    pageState: await pageState,
    guard,
    sign,
    quietly: (load) => {
      quiet++;
      return load().finally(() => {
        quiet--;
      });
    },
  });
}

/** Returns null when the server no longer has the page state, because the document is older than all page states that it stores. */
async function fetchPageState(address: string): Promise<PageStateFile | null> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' });
    return response.ok ? parsePageStateFile(await response.json()) : null;
  } catch {
    // The start goes on without: the page's payload has the same, as it is now.
    return null;
  }
}

function preload(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}
