/**
 * The visitor's choices in the frame: theme, contrast, text size, and the notice of the demonstration once it is closed. This module only decides; interactions.ts applies.
 * Kept in local storage, never in a cookie, and never sent anywhere. `public/preferencias.js` applies the same rules before the first
 * paint; a test runs both against the same table.
 */

/** The name of the entry in local storage. */
export const PREFERENCES_KEY = 'preferencias';

type Theme = 'sistema' | 'claro' | 'escuro';

/** Steps above the normal size (0): the root grows from 18 px to 21, 24 and 30. */
type TextStep = 0 | 1 | 2 | 3;

export interface Preferences {
  readonly tema: Theme;
  /** null follows the system's `prefers-contrast`. */
  readonly contraste: boolean | null;
  readonly texto: TextStep;
  /** The notice that the content is a demonstration has been closed. */
  readonly avisoFechado: boolean;
  /** Larger letters and one column on every page, and on the home page no more than the tasks. */
  readonly simples: boolean;
}

/** Preferences of the operating system. */
export interface SystemPreferences {
  readonly contraste: boolean;
  readonly escuro: boolean;
}

export type PreferenceAction =
  | { readonly kind: 'texto-menor' | 'texto-normal' | 'texto-maior' | 'contraste' | 'aviso' | 'simples' }
  | { readonly kind: 'tema'; readonly tema: Theme };

export const DEFAULT_PREFERENCES: Preferences = { tema: 'sistema', contraste: null, texto: 0, avisoFechado: false, simples: false };

const THEMES: readonly Theme[] = ['sistema', 'claro', 'escuro'];
const PLAIN_ACTIONS = ['texto-menor', 'texto-normal', 'texto-maior', 'contraste', 'aviso', 'simples'] as const;
const STEPS: readonly TextStep[] = [0, 1, 2, 3];

/** Parses the stored preferences; invalid values become their defaults. */
export function parsePreferences(texto: string | null): Preferences {
  const data = parseObject(texto);
  return {
    tema: THEMES.find((tema) => tema === data['tema']) ?? 'sistema',
    contraste: typeof data['contraste'] === 'boolean' ? data['contraste'] : null,
    texto: STEPS.find((step) => step === data['texto']) ?? 0,
    avisoFechado: data['avisoFechado'] === true,
    simples: data['simples'] === true,
  };
}

function parseObject(texto: string | null): Readonly<Record<string, unknown>> {
  if (texto === null) return {};
  try {
    const data: unknown = JSON.parse(texto);
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    // The entry is not ours, so the defaults apply.
    return {};
  }
}

/** Inverse of `parsePreferences`; null for the defaults, which need no entry. */
export function writePreferences(preferences: Preferences): string | null {
  const texto = JSON.stringify(preferences);
  return texto === JSON.stringify(DEFAULT_PREFERENCES) ? null : texto;
}

/** True when the page is shown in high contrast. */
export function inContrast(preferences: Preferences, system: SystemPreferences): boolean {
  return preferences.contraste ?? system.contraste;
}

/** The attributes of `<html>` that the style sheet reads; null = no attribute. Without `data-tema` the system's preference rules. */
export function attributesOf(
  preferences: Preferences,
  system: SystemPreferences,
): Readonly<Record<'tema' | 'texto' | 'aviso' | 'simples', string | null>> {
  const { texto, avisoFechado, simples } = preferences;
  return {
    tema: effectiveTheme(preferences, system),
    texto: texto === 0 ? null : String(texto),
    aviso: avisoFechado ? 'fechado' : null,
    simples: simples ? 'sim' : null,
  };
}

function effectiveTheme({ tema, contraste }: Preferences, system: SystemPreferences): string | null {
  if (contraste === true) return 'contraste';
  if (contraste === null && system.contraste) return null;
  if (tema !== 'sistema') return tema;
  // The visitor turned off the contrast that the system prefers; only an explicit theme overrides the stylesheet's media query.
  return contraste === false && system.contraste ? (system.escuro ? 'escuro' : 'claro') : null;
}

/** Returns the preferences after a click in the bar. */
export function preferencesAfter(preferences: Preferences, action: PreferenceAction, system: SystemPreferences): Preferences {
  switch (action.kind) {
    case 'texto-menor':
      return { ...preferences, texto: clampStep(preferences.texto - 1) };
    case 'texto-maior':
      return { ...preferences, texto: clampStep(preferences.texto + 1) };
    case 'texto-normal':
      return { ...preferences, texto: 0 };
    case 'contraste':
      if (!inContrast(preferences, system)) return { ...preferences, contraste: true };
      return { ...preferences, contraste: system.contraste ? false : null };
    case 'aviso':
      return { ...preferences, avisoFechado: true };
    case 'simples':
      return { ...preferences, simples: !preferences.simples };
    case 'tema':
      return { ...preferences, tema: action.tema, contraste: preferences.contraste === true ? null : preferences.contraste };
  }
}

function clampStep(value: number): TextStep {
  return STEPS.find((item) => item === Math.min(3, Math.max(0, value))) ?? 0;
}

/** Reads the name of a control (`data-acao`, with the value of a select) as an action; null for the names of other modules. */
export function parseAction(name: string | undefined, value: string): PreferenceAction | null {
  const kind = PLAIN_ACTIONS.find((item) => item === name);
  if (kind !== undefined) return { kind };
  const tema = name === 'tema' ? THEMES.find((item) => item === value) : undefined;
  return tema === undefined ? null : { kind: 'tema', tema };
}
