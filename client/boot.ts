/**
 * The one module that a document starts. The page is complete without it: it makes the small interactions work at once, starts the parts
 * that change with the time, and brings the application at an interaction that needs it. Reading and scrolling need nothing (decision 0090).
 */
import { BOOT_BLOCK_ID } from '../shared/builds/block-names.ts';
import type { BootBlock } from '../shared/builds/document-blocks.ts';
import { WORKER_PATH } from '../shared/builds/offline.ts';
import { LIBRAS_NAME } from '../shared/routes/libras.ts';
import { installDecoration } from './accessibility/decoration.ts';
import { installInteractions } from './accessibility/interactions.ts';
import { installPrintedAddress } from './accessibility/printed-address.ts';
import { whenControlIsUsed, whenLinkIsConsidered, whenNeededAtOnce } from './hydration-triggers.ts';

installInteractions(document);
installDecoration(document);
installPrintedAddress(window);
const boot = readBootBlock();
if (boot !== null) void bringApplication(boot, whenNeededAtOnce(window));
// Only documents that were asked for with it have the policy that the translator needs.
if (window.location.search.includes(`${LIBRAS_NAME}=`))
  import('./accessibility/libras.ts').then(({ openTranslator }) => openTranslator(window), ignore);
if (boot?.settings.offlineCopies === true) window.addEventListener('load', keepCopies, { once: true });
document.addEventListener('DOMContentLoaded', loadIslands, { once: true });
// A module that has come late finds the document read.
if (document.readyState !== 'loading') loadIslands();

/** Error screens bring no boot block: they stay as the server sent them. */
function readBootBlock(): BootBlock | null {
  const text = document.getElementById(BOOT_BLOCK_ID)?.textContent ?? null;
  // Our own server wrote it, for this build.
  return text === null ? null : (JSON.parse(text) as BootBlock);
}

function loadIslands(): void {
  // A part that does not start shows what the server sent.
  if (document.querySelector('[data-vivo]') !== null) import('./islands/islands.ts').then(({ startIslands }) => startIslands(), ignore);
  if (document.querySelector('[data-rascunho],[data-ato],[data-consulta]') === null) return;
  // A form that came back, and those of a case, are in a page that starts no application.
  const part = boot === null ? import('./pages/case-form/served-form.ts') : import('./offline/unsent-form.ts');
  part.then(({ startForms }) => startForms(), ignore);
}

/** Brings the application at the first sign that it is needed, and at the next one where it could not be loaded. */
async function bringApplication(block: BootBlock, ...other: readonly Promise<void>[]): Promise<void> {
  const sign = whenLinkIsConsidered(document);
  await Promise.race([sign, whenControlIsUsed(document), ...other]);
  for (const href of block.modules) preload(href);
  const pageState = fetch(block.pageStateHref, { credentials: 'same-origin' }).catch(() => null);
  // Where it does not load the page stays as the server sent it, which works.
  await import('./entry-client.tsx').then(
    ({ start }) => start({ boot: block, pageState, sign }),
    () => bringApplication(block),
  );
}

/** What is read stays readable without network, unless the visitor asks for less data. Without a worker the page is the same. */
function keepCopies(): void {
  // Not every browser has them.
  const {
    serviceWorker,
    connection,
  }: { readonly serviceWorker?: ServiceWorkerContainer; readonly connection?: { readonly saveData?: boolean } } = navigator;
  if (connection?.saveData !== true) serviceWorker?.register(WORKER_PATH).catch(ignore);
}

function ignore(): void {}

function preload(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}
