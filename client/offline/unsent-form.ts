/**
 * A form that is sent while the device has no network, before the application is there or without it: the browser would show a page of its own in
 * place of what was written. A form that something else sends, and tells of it, has prevented the event before it comes here.
 */

const WITHOUT_NETWORK =
  'Seu aparelho está sem internet, e nada foi enviado. O que você escreveu continua nesta página; envie de novo quando a conexão voltar.';

/** Keeps the page and says why. On the window, where events come last. */
export function startForms(): void {
  window.addEventListener('submit', (event) => {
    const isSent = event.target instanceof HTMLFormElement && event.target.method === 'post';
    if (!isSent || event.defaultPrevented || window.navigator.onLine) return;
    event.preventDefault();
    window.alert(WITHOUT_NETWORK);
  });
}
