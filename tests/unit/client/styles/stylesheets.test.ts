import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRules } from './tokens.ts';

const MODULOS = ['client/components', 'client/layouts'].flatMap((pasta) =>
  readdirSync(pasta, { recursive: true, encoding: 'utf8' })
    .filter((nome) => nome.endsWith('.module.css'))
    .map((nome) => `${pasta}/${nome}`),
);
const TOKENS = new Set(readRules('client/styles/tokens.css').flatMap(({ declarations }) => [...declarations.keys()]));

test('finds the stylesheets', () => {
  expect(MODULOS.length).toBeGreaterThan(30);
});

test.each(MODULOS)('%s takes every colour and pixel from the tokens', (caminho) => {
  const css = readFileSync(caminho, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  expect(css.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(|\b\d+px\b/gi)).toBeNull();
});

test.each([...MODULOS, 'client/styles/global.css', 'client/styles/print.css', 'client/styles/fonts.css'])(
  '%s names tokens that exist',
  (caminho) => {
    const css = readFileSync(caminho, 'utf8');
    const locais = new Set([...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, nome]) => nome));
    const usados = [...css.matchAll(/var\((--[\w-]+)/g)].map(([, nome]) => nome ?? '');
    expect(usados.filter((nome) => !TOKENS.has(nome) && !locais.has(nome))).toEqual([]);
  },
);

// Firefox takes the space from the colours where none is named, and then paints a mixed colour over its neighbours in every repetition.
test.each(MODULOS)('%s names the space in which a repeating gradient mixes its colours', (caminho) => {
  const repeating = readFileSync(caminho, 'utf8').match(/repeating-[a-z]+-gradient\([^,]*,/g) ?? [];
  expect(repeating.filter((gradient) => !gradient.includes(' in srgb,'))).toEqual([]);
});

test.each(MODULOS)('%s defines every class that its component uses', (caminho) => {
  const css = readFileSync(caminho, 'utf8');
  const componente = caminho.replace('.module.css', '.ts');
  const codigo = readFileSync(existsSync(componente) ? componente : `${componente}x`, 'utf8');
  const usadas = [...codigo.matchAll(/\bstyles\.(\w+)/g)].map(([, nome]) => nome ?? '');
  expect(usadas.filter((nome) => !new RegExp(`\\.${nome}\\b`).test(css))).toEqual([]);
});

test.each(MODULOS)('%s names its classes in camelCase, as the build exports them', (caminho) => {
  const css = readFileSync(caminho, 'utf8').replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '');
  expect(css.match(/\.[a-z][\w]*-[\w-]*/gi)).toBeNull();
});
