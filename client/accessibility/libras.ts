/** The translator into Libras, in a document that was loaded for it (`?libras=1`). It is the federal government's VLibras, a program of another site. */

import { LIBRAS_NAME } from '../../shared/routes/libras.ts';
import { noticeAtTop } from './notice.ts';

/** What VLibras puts into the page's global names. */
interface TranslatorWindow extends Window {
  readonly VLibras?: { readonly Widget: new (folder: string) => unknown };
}

/** Its own marks: the button that opens it, and the place of its window. */
const PLACES = '<div vw-access-button class="active"></div><div vw-plugin-wrapper><div class="vw-plugin-top-wrapper"></div></div>';

/** Loads this page once more with the translator, or without it. */
export function toggleTranslator({ location }: Window): void {
  const address = new URL(location.href);
  if (isWanted(address)) address.searchParams.delete(LIBRAS_NAME);
  else address.searchParams.set(LIBRAS_NAME, '1');
  location.assign(address);
}

function isWanted({ searchParams }: URL): boolean {
  return searchParams.get(LIBRAS_NAME) === '1';
}

/** Starts the translator. Where it does not answer, the page stays as it is and says so. */
export function openTranslator(view: Window): void {
  const { document } = view;
  const button = document.querySelector<HTMLElement>('[data-acao="libras"]');
  const folder = button?.dataset['pasta'];
  if (button === null || folder === undefined) return;
  button.setAttribute('aria-pressed', 'true');
  const place = document.createElement('div');
  place.setAttribute('vw', '');
  place.className = 'enabled';
  place.innerHTML = PLACES;
  const script = document.createElement('script');
  script.src = `${folder}/vlibras-plugin.js`;
  const giveUp = (): void => {
    place.remove();
    noticeAtTop(document, 'O tradutor de Libras não está disponível agora.');
  };
  script.addEventListener('error', giveUp);
  script.addEventListener('load', () => {
    try {
      start(view, folder);
    } catch {
      // Its makers have changed it: what is not there any more is as good as a server that does not answer.
      giveUp();
    }
  });
  document.body.append(place, script);
}

function start(view: TranslatorWindow, folder: string): void {
  if (view.VLibras === undefined) throw new Error('the script defines no translator');
  const before = view.onload;
  Reflect.construct(view.VLibras.Widget, [folder]);
  // It waits for the end of the page's load, which is over.
  const { onload } = view;
  if (onload !== null && onload !== before) onload.call(view, new Event('load'));
}
