/**
 * What a visitor chose in the accessibility bar: theme, contrast and text size. Pure decisions; the effects are in interactions.ts.
 * Kept in local storage, never in a cookie, and never sent anywhere. `public/preferencias.js` applies the same rules before the first
 * paint; a test runs both against the same table.
 */

/** The name of the entry in local storage. */
export const CHAVE_DAS_PREFERENCIAS = 'preferencias';

type Tema = 'sistema' | 'claro' | 'escuro';

/** Steps above the normal size (0): the root grows from 18 px to 21, 24 and 30. */
type PassoDeTexto = 0 | 1 | 2 | 3;

export interface Preferencias {
  readonly tema: Tema;
  /** null follows the system's `prefers-contrast`. */
  readonly contraste: boolean | null;
  readonly texto: PassoDeTexto;
}

/** What the operating system asks for. */
export interface Sistema {
  readonly contraste: boolean;
  readonly escuro: boolean;
}

export type AcaoDePreferencia =
  | { readonly kind: 'texto-menor' | 'texto-normal' | 'texto-maior' | 'contraste' }
  | { readonly kind: 'tema'; readonly tema: Tema };

export const PREFERENCIAS_PADRAO: Preferencias = { tema: 'sistema', contraste: null, texto: 0 };

const TEMAS: readonly Tema[] = ['sistema', 'claro', 'escuro'];
const PASSOS: readonly PassoDeTexto[] = [0, 1, 2, 3];

/** Reads what was stored; anything that makes no sense becomes its default. */
export function lerPreferencias(texto: string | null): Preferencias {
  const dados = objeto(texto);
  return {
    tema: TEMAS.find((tema) => tema === dados['tema']) ?? 'sistema',
    contraste: typeof dados['contraste'] === 'boolean' ? dados['contraste'] : null,
    texto: PASSOS.find((passo) => passo === dados['texto']) ?? 0,
  };
}

function objeto(texto: string | null): Readonly<Record<string, unknown>> {
  if (texto === null) return {};
  try {
    const dados: unknown = JSON.parse(texto);
    return typeof dados === 'object' && dados !== null ? { ...dados } : {};
  } catch {
    // Another program wrote the entry: the defaults are the right answer.
    return {};
  }
}

/** Inverse of `lerPreferencias`; null for the defaults, which need no entry. */
export function escreverPreferencias(preferencias: Preferencias): string | null {
  const { tema, contraste, texto } = preferencias;
  return tema === 'sistema' && contraste === null && texto === 0 ? null : JSON.stringify({ tema, contraste, texto });
}

/** True when the page is shown in high contrast. */
export function emContraste(preferencias: Preferencias, sistema: Sistema): boolean {
  return preferencias.contraste ?? sistema.contraste;
}

/** The attributes of `<html>` that the style sheet reads; null = no attribute. Without `data-tema` the system's preference rules. */
export function atributosDe(preferencias: Preferencias, sistema: Sistema): { readonly tema: string | null; readonly texto: string | null } {
  return { tema: temaEfetivo(preferencias, sistema), texto: preferencias.texto === 0 ? null : String(preferencias.texto) };
}

function temaEfetivo({ tema, contraste }: Preferencias, sistema: Sistema): string | null {
  if (contraste === true) return 'contraste';
  if (contraste === null && sistema.contraste) return null;
  if (tema !== 'sistema') return tema;
  // The visitor refused the contrast that the system asks for: only an explicit theme keeps the style sheet from giving it.
  return contraste === false && sistema.contraste ? (sistema.escuro ? 'escuro' : 'claro') : null;
}

/** Returns the preferences after a click in the bar. */
export function depoisDe(preferencias: Preferencias, acao: AcaoDePreferencia, sistema: Sistema): Preferencias {
  switch (acao.kind) {
    case 'texto-menor':
      return { ...preferencias, texto: passo(preferencias.texto - 1) };
    case 'texto-maior':
      return { ...preferencias, texto: passo(preferencias.texto + 1) };
    case 'texto-normal':
      return { ...preferencias, texto: 0 };
    case 'contraste':
      if (!emContraste(preferencias, sistema)) return { ...preferencias, contraste: true };
      return { ...preferencias, contraste: sistema.contraste ? false : null };
    case 'tema':
      return { ...preferencias, tema: acao.tema, contraste: preferencias.contraste === true ? null : preferencias.contraste };
  }
}

function passo(valor: number): PassoDeTexto {
  return PASSOS.find((item) => item === Math.min(3, Math.max(0, valor))) ?? 0;
}

/** Reads the name of a control (`data-acao`, with the value of a select) as an action; null for the names of other modules. */
export function lerAcao(nome: string | undefined, valor: string): AcaoDePreferencia | null {
  if (nome === 'texto-menor' || nome === 'texto-normal' || nome === 'texto-maior' || nome === 'contraste') return { kind: nome };
  const tema = nome === 'tema' ? TEMAS.find((item) => item === valor) : undefined;
  return tema === undefined ? null : { kind: 'tema', tema };
}
