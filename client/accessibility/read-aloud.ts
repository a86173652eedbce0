/** Reads a page aloud with the browser's own speech. Nothing is sent by us; a browser may use a voice of its maker's servers. */
import { noticeAtTop } from './notice.ts';

/** Some browsers stop in the middle of a long text: it is spoken sentence by sentence. */
const LONGEST = 200;

/** Parts of a page that are no text of it. */
const SILENT = 'nav, form, script, template, [data-sem-impressao], [hidden], svg';

/** Starts to read the main part of the page, or stops. Its buttons, of which a page may have two, say which by `aria-pressed`. */
export function toggleReading(view: Window): void {
  const { document, speechSynthesis }: { readonly document: Document; readonly speechSynthesis?: SpeechSynthesis } = view;
  if (speechSynthesis === undefined) {
    noticeAtTop(document, 'Este navegador não lê páginas em voz alta.');
    return;
  }
  const buttons = [...document.querySelectorAll('[data-acao="ouvir"]')];
  const press = (isPressed: boolean): void => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(isPressed));
  };
  const isReading = buttons.some((button) => button.getAttribute('aria-pressed') === 'true');
  speechSynthesis.cancel();
  press(!isReading);
  if (isReading) return;
  const sentences = sentencesOf(textOf(document));
  for (const [index, sentence] of sentences.entries()) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = 'pt-BR';
    if (index === sentences.length - 1) utterance.onend = () => press(false);
    speechSynthesis.speak(utterance);
  }
  view.addEventListener('pagehide', () => speechSynthesis.cancel(), { once: true });
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
