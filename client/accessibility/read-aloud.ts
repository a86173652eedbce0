/** Reads a page aloud with the browser's own speech. Nothing is sent by us; a browser may use a voice of its maker's servers. */
import { noticeAtTop } from './notice.ts';

/** Some browsers stop in the middle of a long text: it is spoken sentence by sentence. */
const LONGEST = 200;

/** Parts of a page that are no text of it. */
const SILENT = 'nav, form, script, template, [data-sem-impressao], [hidden], svg';

/** The reading that was begun last. */
let reading = new AbortController();

/** Starts to read the main part of the page, or stops. Its buttons, of which a page may have two, say which by `aria-pressed`. */
export function toggleReading(view: Window): void {
  const { document, speechSynthesis }: { readonly document: Document; readonly speechSynthesis?: SpeechSynthesis } = view;
  if (speechSynthesis === undefined) {
    noticeAtTop(document, 'Este navegador não lê páginas em voz alta.');
    return;
  }
  const isReading = document.querySelector('[data-acao="ouvir"][aria-pressed="true"]') !== null;
  stop(view);
  if (isReading) return;
  reading = new AbortController();
  press(document, true);
  whenLeft(view, () => stop(view), reading.signal);
  speak(view, sentencesOf(textOf(document)), reading.signal);
}

/** Ends the reading; what its sentences report from now on is not listened to. */
function stop({ document, speechSynthesis }: Window): void {
  reading.abort();
  speechSynthesis.cancel();
  press(document, false);
}

/**
 * Hands over one sentence at a time: Firefox crashes where a sentence fails and the handler of its error cancels those that wait behind it. The next one
 * follows once the end has been reported: WebKit on Linux never ends one that it is given meanwhile.
 */
function speak(view: Window, [sentence, ...others]: readonly string[], signal: AbortSignal): void {
  if (signal.aborted) return;
  if (sentence === undefined) {
    stop(view);
    return;
  }
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = 'pt-BR';
  utterance.addEventListener('end', () => setTimeout(() => speak(view, others, signal)), { signal });
  const fail = ({ error }: SpeechSynthesisErrorEvent): void => {
    stop(view);
    // Another tab has begun to read.
    if (error === 'canceled' || error === 'interrupted') return;
    noticeAtTop(view.document, 'Não foi possível ler a página em voz alta.');
  };
  utterance.addEventListener('error', fail, { signal });
  view.speechSynthesis.speak(utterance);
}

function press(document: Document, isPressed: boolean): void {
  for (const button of document.querySelectorAll('[data-acao="ouvir"]')) button.setAttribute('aria-pressed', String(isPressed));
}

/** Calls `leave` when the page is left, also for another page of the same document, until the signal. */
function whenLeft(view: Window, leave: () => void, signal: AbortSignal): void {
  const address = (): string => view.location.pathname + view.location.search;
  const read = address();
  // The application shows another page without an event; its address changes before its content.
  const changes = new MutationObserver(() => {
    if (address() !== read) leave();
  });
  changes.observe(view.document.body, { childList: true, characterData: true, subtree: true });
  signal.addEventListener('abort', () => changes.disconnect());
  view.addEventListener('pagehide', leave, { signal });
}

/** Block by block, as it is seen: what is folded is not read. */
function textOf(document: Document): string {
  const blocks = document.querySelectorAll('main :is(h1, h2, h3, h4, p, li, dt, dd, th, td)');
  return [...blocks]
    .filter((block) => block.closest(SILENT) === null && isShown(block) && block.querySelector('p, li, h3') === null)
    .map((block) => block.textContent.trim())
    .filter((text) => text !== '')
    .map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

/** Whether it has a box that is drawn: the older browsers without `checkVisibility` give none to what is folded. */
function isShown(block: Element): boolean {
  return typeof (block as Partial<Element>).checkVisibility === 'function' ? block.checkVisibility() : block.getClientRects().length > 0;
}

/** Cuts a text at the ends of its sentences, and longer ones at a space. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = text.replace(/\s+/g, ' ').match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*/g) ?? [];
  return sentences
    .flatMap((sentence) => sentence.trim().match(new RegExp(`.{1,${LONGEST}}(?:\\s|$)|.{1,${LONGEST}}`, 'g')) ?? [])
    .map((part) => part.trim());
}
