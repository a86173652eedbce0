import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  attributesOf,
  DEFAULT_PREFERENCES,
  inContrast,
  PREFERENCES_KEY,
  type Preferences,
  parseAction,
  parsePreferences,
  preferencesAfter,
  type SystemPreferences,
  writePreferences,
} from '../../../../client/accessibility/preferences.ts';

const TEMAS = ['sistema', 'claro', 'escuro'] as const;
const PASSOS = [0, 1, 2, 3] as const;
const TODAS: readonly Preferences[] = TEMAS.flatMap((tema) =>
  [null, true, false].flatMap((contraste) =>
    PASSOS.flatMap((texto) =>
      [true, false].flatMap((avisoFechado) => [true, false].map((simples) => ({ tema, contraste, texto, avisoFechado, simples }))),
    ),
  ),
);
const SISTEMAS: readonly SystemPreferences[] = [true, false].flatMap((contraste) => [true, false].map((escuro) => ({ contraste, escuro })));
const COMUM: SystemPreferences = { contraste: false, escuro: false };

/** Runs public/preferencias.js as a browser would and returns the attributes that it sets on <html>. */
function primeiraPintura(guardado: string | null | Error, sistema: SystemPreferences): Record<string, string> {
  const atributos: Record<string, string> = {};
  const documentElement = { setAttribute: (nome: string, valor: string) => void (atributos[nome] = valor) };
  const window = {
    localStorage: {
      getItem: (chave: string) => {
        if (guardado instanceof Error) throw guardado;
        return chave === PREFERENCES_KEY ? guardado : null;
      },
    },
    matchMedia: (consulta: string) => ({
      matches: consulta === '(prefers-contrast: more)' ? sistema.contraste : consulta === '(prefers-color-scheme: dark)' && sistema.escuro,
    }),
  };
  runInNewContext(readFileSync('public/preferencias.js', 'utf8'), { document: { documentElement }, window });
  return atributos;
}

function esperados(preferencias: Preferences, sistema: SystemPreferences): Record<string, string> {
  const { tema, texto, aviso, simples } = attributesOf(preferencias, sistema);
  return {
    'data-script': '',
    ...(tema === null ? {} : { 'data-tema': tema }),
    ...(texto === null ? {} : { 'data-texto': texto }),
    ...(aviso === null ? {} : { 'data-aviso': aviso }),
    ...(simples === null ? {} : { 'data-simples': simples }),
  };
}

describe('stored preferences', () => {
  test.each(TODAS)('the preferences %o are read as they were stored', (preferencias) => {
    expect(parsePreferences(writePreferences(preferencias))).toEqual(preferencias);
  });

  test('default preferences leave no entry in the storage', () => {
    expect(writePreferences(DEFAULT_PREFERENCES)).toBeNull();
  });

  test.each(['', 'null', '7', '[]', '{', '{"tema":"rosa","contraste":"sim","texto":9}'])('%s reads as the defaults', (texto) => {
    expect(parsePreferences(texto)).toEqual(DEFAULT_PREFERENCES);
  });
});

describe('the script of the first paint', () => {
  test('the script of the first paint gives the same attributes as the module for every preference and system', () => {
    for (const sistema of SISTEMAS)
      for (const preferencias of TODAS)
        expect({ preferencias, sistema, atributos: primeiraPintura(writePreferences(preferencias), sistema) }).toEqual({
          preferencias,
          sistema,
          atributos: esperados(preferencias, sistema),
        });
  });

  test.each([null, 'lixo', 'null', '{"tema":"rosa","texto":"2"}', new Error('storage is blocked')])(
    'leaves the system to decide when storage holds %s',
    (guardado) => {
      expect(primeiraPintura(guardado, COMUM)).toEqual({ 'data-script': '' });
    },
  );
});

describe('the buttons of the bar', () => {
  test('the buttons change the text size in three steps and not beyond them', () => {
    let preferencias = DEFAULT_PREFERENCES;
    const vistos = [];
    for (const kind of [
      'texto-maior',
      'texto-maior',
      'texto-maior',
      'texto-maior',
      'texto-menor',
      'texto-normal',
      'texto-menor',
    ] as const) {
      preferencias = preferencesAfter(preferencias, { kind }, COMUM);
      vistos.push(preferencias.texto);
    }
    expect(vistos).toEqual([1, 2, 3, 3, 2, 0, 0]);
  });

  test.each(SISTEMAS)('pressing contrast twice with the system %o comes back to what was shown', (sistema) => {
    const antes = inContrast(DEFAULT_PREFERENCES, sistema);
    const uma = preferencesAfter(DEFAULT_PREFERENCES, { kind: 'contraste' }, sistema);
    const duas = preferencesAfter(uma, { kind: 'contraste' }, sistema);
    expect([inContrast(uma, sistema), inContrast(duas, sistema)]).toEqual([!antes, antes]);
  });

  test('refusing the contrast that the system asks for shows the plain theme of its scheme', () => {
    const recusa: Preferences = { tema: 'sistema', contraste: false, texto: 0, avisoFechado: false, simples: false };
    expect(attributesOf(recusa, { contraste: true, escuro: true }).tema).toBe('escuro');
    expect(attributesOf(recusa, { contraste: true, escuro: false }).tema).toBe('claro');
    expect(attributesOf(recusa, COMUM).tema).toBeNull();
  });

  test('choosing a theme leaves the chosen contrast', () => {
    const depois = preferencesAfter(
      { tema: 'sistema', contraste: true, texto: 2, avisoFechado: true, simples: false },
      { kind: 'tema', tema: 'escuro' },
      COMUM,
    );
    expect(depois).toEqual({ tema: 'escuro', contraste: null, texto: 2, avisoFechado: true, simples: false });
  });

  test('closing the notice of the demonstration leaves the other choices', () => {
    const antes: Preferences = { tema: 'escuro', contraste: null, texto: 1, avisoFechado: false, simples: false };
    expect(preferencesAfter(antes, { kind: 'aviso' }, COMUM)).toEqual({ ...antes, avisoFechado: true, simples: false });
  });

  test('the simple mode is turned on and off, and leaves the other choices', () => {
    const antes: Preferences = { tema: 'escuro', contraste: null, texto: 1, avisoFechado: false, simples: false };
    const ligado = preferencesAfter(antes, { kind: 'simples' }, COMUM);
    expect(ligado).toEqual({ ...antes, simples: true });
    expect(attributesOf(ligado, COMUM).simples).toBe('sim');
    expect(preferencesAfter(ligado, { kind: 'simples' }, COMUM)).toEqual(antes);
  });

  test('names of other controls are not ours', () => {
    expect(parseAction('imprimir', '')).toBeNull();
    expect(parseAction('tema', 'rosa')).toBeNull();
    expect(parseAction(undefined, '')).toBeNull();
    expect(parseAction('tema', 'claro')).toEqual({ kind: 'tema', tema: 'claro' });
  });
});
