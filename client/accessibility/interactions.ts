/**
 * The small interactions of the site's frame: accessibility bar, keyboard menu, print buttons. They listen on the document, so they work
 * before hydration, without it, and for markup that arrives later; React never owns the state that they keep in attributes.
 */
import { fecharDepoisDeSeguir, fecharForaDe, teclarNoMenu } from './menu.ts';
import {
  atributosDe,
  CHAVE_DAS_PREFERENCIAS,
  depoisDe,
  emContraste,
  escreverPreferencias,
  lerAcao,
  lerPreferencias,
  type Preferencias,
  type Sistema,
} from './preferences.ts';

/** Marks a document whose listeners are in place. */
const MARCA = 'data-interacoes';

/** Starts the interactions of a document and returns how to stop them. Safe to call twice: the second call only refreshes the bar. */
export function instalarInteracoes(documento: Document): () => void {
  const raiz = documento.documentElement;
  const janela = documento.defaultView;
  if (janela === null) return () => undefined;
  mostrarPreferencias(documento, guardadas(janela), sistemaDe(janela));
  if (raiz.hasAttribute(MARCA)) return () => undefined;
  raiz.setAttribute(MARCA, '');
  raiz.setAttribute('data-script', '');
  const parar = new AbortController();
  const opcoes = { signal: parar.signal };
  documento.addEventListener('click', (event) => aoClicar(documento, janela, event), opcoes);
  documento.addEventListener('change', (event) => aoMudar(documento, janela, event), opcoes);
  documento.addEventListener('keydown', (event) => teclarNoMenu(documento, event), opcoes);
  documento.addEventListener('focusin', (event) => fecharForaDe(documento, event.target), opcoes);
  janela.addEventListener('storage', () => mostrarPreferencias(documento, guardadas(janela), sistemaDe(janela)), opcoes);
  return () => {
    parar.abort();
    raiz.removeAttribute(MARCA);
  };
}

function aoClicar(documento: Document, janela: Window, event: Event): void {
  fecharForaDe(documento, event.target);
  fecharDepoisDeSeguir(documento, event.target);
  const alvo = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-acao]') : null;
  if (alvo === null) return;
  if (alvo.dataset['acao'] === 'imprimir') janela.print();
  else agir(documento, janela, { nome: alvo.dataset['acao'], valor: '' });
}

function aoMudar(documento: Document, janela: Window, event: Event): void {
  const alvo = event.target;
  if (alvo instanceof HTMLSelectElement) agir(documento, janela, { nome: alvo.dataset['acao'], valor: alvo.value });
}

function agir(documento: Document, janela: Window, pedido: { readonly nome: string | undefined; readonly valor: string }): void {
  const acao = lerAcao(pedido.nome, pedido.valor);
  if (acao === null) return;
  const sistema = sistemaDe(janela);
  const novas = depoisDe(guardadas(janela), acao, sistema);
  guardar(janela, novas);
  mostrarPreferencias(documento, novas, sistema);
}

function sistemaDe(janela: Window): Sistema {
  const pede = (consulta: string): boolean => janela.matchMedia(consulta).matches;
  return { contraste: pede('(prefers-contrast: more)'), escuro: pede('(prefers-color-scheme: dark)') };
}

/** Where storage is blocked the choice lives as long as the document: the attribute of `<html>` holds it. */
const RESERVA = 'data-preferencias';

function guardadas(janela: Window): Preferencias {
  try {
    return lerPreferencias(janela.localStorage.getItem(CHAVE_DAS_PREFERENCIAS));
  } catch {
    return lerPreferencias(janela.document.documentElement.getAttribute(RESERVA));
  }
}

function guardar(janela: Window, preferencias: Preferencias): void {
  const texto = escreverPreferencias(preferencias);
  try {
    if (texto === null) janela.localStorage.removeItem(CHAVE_DAS_PREFERENCIAS);
    else janela.localStorage.setItem(CHAVE_DAS_PREFERENCIAS, texto);
  } catch {
    janela.document.documentElement.setAttribute(RESERVA, texto ?? '{}');
  }
}

function mostrarPreferencias(documento: Document, preferencias: Preferencias, sistema: Sistema): void {
  const { tema, texto } = atributosDe(preferencias, sistema);
  atributo(documento.documentElement, 'data-tema', tema);
  atributo(documento.documentElement, 'data-texto', texto);
  const contraste = String(emContraste(preferencias, sistema));
  for (const botao of documento.querySelectorAll('[data-acao="contraste"]')) botao.setAttribute('aria-pressed', contraste);
  for (const campo of documento.querySelectorAll<HTMLSelectElement>('select[data-acao="tema"]')) campo.value = preferencias.tema;
  const { texto: passo } = preferencias;
  for (const [acao, parado] of [
    ['texto-menor', passo === 0],
    ['texto-normal', passo === 0],
    ['texto-maior', passo === 3],
  ] as const)
    for (const botao of documento.querySelectorAll(`[data-acao="${acao}"]`)) botao.setAttribute('aria-disabled', String(parado));
}

function atributo(elemento: Element, nome: string, valor: string | null): void {
  if (valor === null) elemento.removeAttribute(nome);
  else elemento.setAttribute(nome, valor);
}
