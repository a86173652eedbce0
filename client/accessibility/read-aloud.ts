/** Reads a page aloud with the browser's own speech. Nothing is sent by us; a browser may use a voice of its maker's servers. */
import { noticeAtTop } from './notice.ts';

/** Some browsers stop in the middle of a long text: it is spoken sentence by sentence. */
const LONGEST = 200;

/** Parts of a page that are no text of it. */
const SILENT = 'nav, form, script, template, [data-sem-impressao], [hidden], svg';

/** Lets go of the reading that was begun last. */
let release = (): void => undefined;

/** Starts to read the main part of the page, or stops. Its buttons, of which a page may have two, say which by `aria-pressed`. */
export function toggleReading(view: Window): void {
  const { document, speechSynthesis }: { readonly document: Document; readonly speechSynthesis?: SpeechSynthesis } = view;
  if (speechSynthesis === undefined) {
    noticeAtTop(document, 'Este navegador não lê páginas em voz alta.');
    return;
  }
  const isReading = document.querySelector('[data-acao="ouvir"][aria-pressed="true"]') !== null;
  release();
  speechSynthesis.cancel();
  press(document, !isReading);
  if (isReading) return;
  const stop = (): void => {
    release();
    speechSynthesis.cancel();
    press(document, false);
  };
  release = whenLeft(view, stop);
  const sentences = sentencesOf(textOf(document));
  for (const [index, sentence] of sentences.entries()) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = 'pt-BR';
    if (index === sentences.length - 1) utterance.addEventListener('end', stop);
    utterance.addEventListener('error', ({ error }) => {
      // What was cancelled says so when another reading may have begun.
      if (error === 'canceled' || error === 'interrupted') return;
      stop();
      noticeAtTop(document, 'Não foi possível ler a página em voz alta.');
    });
    speechSynthesis.speak(utterance);
  }
}

function press(document: Document, isPressed: boolean): void {
  for (const button of document.querySelectorAll('[data-acao="ouvir"]')) button.setAttribute('aria-pressed', String(isPressed));
}

/** Calls `stop` when the page is left, also for another page of the same document. Returns the function that calls it off. */
function whenLeft(view: Window, stop: () => void): () => void {
  const address = (): string => view.location.pathname + view.location.search;
  const read = address();
  // The application shows another page without an event; its address changes before its content.
  const changes = new MutationObserver(() => {
    if (address() !== read) stop();
  });
  changes.observe(view.document.body, { childList: true, characterData: true, subtree: true });
  view.addEventListener('pagehide', stop);
  return () => {
    changes.disconnect();
    view.removeEventListener('pagehide', stop);
  };
}

/** Block by block, as it is seen: what is folded is not read. */
function textOf(document: Document): string {
  const blocks = document.querySelectorAll('main :is(h1, h2, h3, h4, p, li, dt, dd, th, td)');
  return [...blocks]
    .filter((block) => block.closest(SILENT) === null && block.checkVisibility() && block.querySelector('p, li, h3') === null)
    .map((block) => (block.textContent ?? '').trim())
    .filter((text) => text !== '')
    .map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

/** Cuts a text at the ends of its sentences, and longer ones at a space. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = text.replace(/\s+/g, ' ').match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*/g) ?? [];
  return sentences
    .flatMap((sentence) => sentence.trim().match(new RegExp(`.{1,${LONGEST}}(?:\\s|$)|.{1,${LONGEST}}`, 'g')) ?? [])
    .map((part) => part.trim());
}
