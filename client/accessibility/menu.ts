/**
 * Keyboard and closing behaviour of the `<details>` menus (`[data-menu]`). Without this module they still open and close; with it Escape,
 * the arrows, Home and End work, and a panel that floats over the page closes when the attention goes elsewhere.
 */

const PAINEIS = '[data-menu] details[open]';

/** Closes the floating panels that do not contain `alvo`, which was clicked or received the focus. */
export function fecharForaDe(documento: Document, alvo: EventTarget | null): void {
  const elemento = alvo instanceof Element ? alvo : null;
  for (const painel of documento.querySelectorAll<HTMLDetailsElement>(PAINEIS))
    if (!painel.contains(elemento) && flutua(painel)) painel.open = false;
}

/** Closes the menus when a link inside one was followed: after a navigation without reload they would stay open over the new page. */
export function fecharDepoisDeSeguir(documento: Document, alvo: EventTarget | null): void {
  const link = alvo instanceof Element ? alvo.closest('[data-menu] a[href]') : null;
  if (link === null) return;
  for (const painel of documento.querySelectorAll<HTMLDetailsElement>(`${PAINEIS}, details[data-gatilho][open]`)) painel.open = false;
}

/** On a phone the panels push the page down and closing one on its own would make the text jump: only floating ones are closed. */
function flutua(painel: HTMLDetailsElement): boolean {
  const lista = painel.lastElementChild;
  return lista !== null && getComputedStyle(lista).position === 'absolute';
}

/** Handles the keys of a menu. Tab keeps its meaning: every link stays reachable with it. */
export function teclarNoMenu(documento: Document, event: KeyboardEvent): void {
  const foco = documento.activeElement;
  if (!(foco instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Escape') {
    sair(documento, foco);
    return;
  }
  const menu = foco.closest<HTMLElement>('[data-menu]');
  const destino = menu === null ? null : proximo(menu, foco, event.key);
  if (destino === null) return;
  event.preventDefault();
  destino.focus();
}

function sair(documento: Document, foco: HTMLElement): void {
  const dentroDoMenu = foco.closest('[data-menu]') !== null || foco.closest('details[data-gatilho]') !== null;
  if (!dentroDoMenu) {
    for (const painel of documento.querySelectorAll<HTMLDetailsElement>(PAINEIS)) if (flutua(painel)) painel.open = false;
    return;
  }
  const aberto =
    foco.closest<HTMLDetailsElement>('[data-menu] details[open]') ??
    documento.querySelector<HTMLDetailsElement>('details[data-gatilho][open]');
  if (aberto === null) return;
  aberto.open = false;
  aberto.querySelector('summary')?.focus();
}

function proximo(menu: HTMLElement, foco: HTMLElement, tecla: string): HTMLElement | null {
  const topo = [...menu.querySelectorAll<HTMLElement>('[data-menu-topo]')].filter(visivel);
  const painel = foco.closest('details');
  const itens = painel === null ? [] : [...painel.querySelectorAll<HTMLElement>('a[href]')].filter(visivel);
  const noTopo = foco.hasAttribute('data-menu-topo');
  switch (tecla) {
    case 'ArrowRight':
      return vizinho(topo, noTopo ? foco : topoDe(painel), 1);
    case 'ArrowLeft':
      return vizinho(topo, noTopo ? foco : topoDe(painel), -1);
    case 'ArrowDown':
      return noTopo ? primeiroDoPainel(painel) : vizinho(itens, foco, 1);
    case 'ArrowUp':
      return noTopo ? null : foco === itens[0] ? topoDe(painel) : vizinho(itens, foco, -1);
    case 'Home':
      return (noTopo ? topo : itens)[0] ?? null;
    case 'End':
      return (noTopo ? topo : itens).at(-1) ?? null;
    default:
      return null;
  }
}

function primeiroDoPainel(painel: HTMLDetailsElement | null): HTMLElement | null {
  if (painel === null) return null;
  painel.open = true;
  return painel.querySelector<HTMLElement>('a[href]');
}

function topoDe(painel: HTMLDetailsElement | null): HTMLElement | null {
  return painel?.querySelector<HTMLElement>('[data-menu-topo]') ?? null;
}

/** The neighbour in a ring; null when `atual` is not in the list. */
function vizinho(lista: readonly HTMLElement[], atual: HTMLElement | null, passo: 1 | -1): HTMLElement | null {
  const posicao = atual === null ? -1 : lista.indexOf(atual);
  return posicao === -1 ? null : (lista[(posicao + passo + lista.length) % lista.length] ?? null);
}

function visivel(elemento: HTMLElement): boolean {
  return elemento.offsetParent !== null;
}
