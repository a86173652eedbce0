import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { colourOf, contrast, over, type Rgba, readRules, themeOf } from './tokens.ts';

const RULES = readRules('client/styles/tokens.css');

const CLARO = [
  [null, ':where(:root)'],
  [null, ':root'],
] as const;
const ESCURO = '(prefers-color-scheme: dark)';
const MAIS = '(prefers-contrast: more)';
const PELO_SISTEMA = [
  [ESCURO, ':where(:root:not([data-tema]))'],
  [ESCURO, ':root:not([data-tema])'],
] as const;

const TEMAS = {
  claro: themeOf(RULES, CLARO),
  'escuro pelo sistema': themeOf(RULES, [...CLARO, ...PELO_SISTEMA]),
  'escuro escolhido': themeOf(RULES, [...CLARO, [null, ':where(:root[data-tema="escuro"])'], [null, ':root[data-tema="escuro"]']]),
  'mais contraste pelo sistema': themeOf(RULES, [...CLARO, [MAIS, 'html:root:not([data-tema])']]),
  'mais contraste pelo sistema, escuro': themeOf(RULES, [
    ...CLARO,
    ...PELO_SISTEMA,
    [MAIS, 'html:root:not([data-tema])'],
    [`${MAIS} and ${ESCURO}`, 'html:root:not([data-tema])'],
  ]),
  'alto contraste escolhido': themeOf(RULES, [...CLARO, [null, 'html:root[data-tema="contraste"]']]),
};

const FUNDOS = ['--cor-papel', '--cor-superficie', '--cor-superficie-2', '--cor-primaria-suave', '--cor-tinta'];
const ESTADOS = ['info', 'sucesso', 'alerta', 'erro'];
const FUNDOS_DE_ESTADO = ESTADOS.map((estado) => `--cor-${estado}-suave`);

/** WCAG 2.2, 1.4.3: text. */
const TEXTO: readonly (readonly [string, string])[] = [
  ...[...FUNDOS, ...FUNDOS_DE_ESTADO].flatMap((fundo) => [
    ['--cor-texto', fundo] as const,
    ['--cor-link', fundo] as const,
    ['--cor-link-forte', fundo] as const,
  ]),
  ...FUNDOS.map((fundo) => ['--cor-texto-suave', fundo] as const),
  ...ESTADOS.map((estado) => [`--cor-${estado}`, `--cor-${estado}-suave`] as const),
  ['--cor-sobre-primaria', '--cor-primaria'],
  ['--cor-sobre-primaria', '--cor-primaria-forte'],
  ['--cor-primaria-forte', '--cor-primaria-suave'],
  ['--cor-sobre-faixa', '--cor-faixa'],
  ['--cor-sobre-faixa', '--cor-faixa-forte'],
  ['--cor-faixa-forte', '--cor-sobre-faixa'],
  ['--cor-sobre-arco', '--cor-arco'],
];

/** WCAG 2.2, 1.4.11: borders of fields, focus, marks that carry meaning. */
const FORMA: readonly (readonly [string, string])[] = [
  ...['--cor-papel', '--cor-superficie', '--cor-superficie-2'].flatMap((fundo) => [
    ['--cor-linha-forte', fundo] as const,
    ['--cor-foco', fundo] as const,
    ['--cor-acento', fundo] as const,
    ['--cor-primaria', fundo] as const,
  ]),
  ...ESTADOS.map((estado) => [`--cor-${estado}`, '--cor-superficie'] as const),
];

const BRANCO: Rgba = [255, 255, 255, 1];
const PRETO: Rgba = [0, 0, 0, 1];

describe.each(Object.entries(TEMAS))('tema %s', (nome, tema) => {
  const minimo = nome.includes('contraste') ? 7 : 4.5;

  test.each(TEXTO)(`%s over %s reads at ${minimo}:1`, (frente, fundo) => {
    expect(contrast(colourOf(tema, frente), colourOf(tema, fundo))).toBeGreaterThanOrEqual(minimo);
  });

  test.each(FORMA)('%s shows on %s at 3:1', (frente, fundo) => {
    expect(contrast(colourOf(tema, frente), colourOf(tema, fundo))).toBeGreaterThanOrEqual(3);
  });

  test.each(['--cor-faixa', '--cor-faixa-forte'])('text on %s still reads where the drawn arches pass', (faixa) => {
    const pintada = over(colourOf(tema, '--cor-anel'), colourOf(tema, faixa));
    expect(contrast(colourOf(tema, '--cor-sobre-faixa'), pintada)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['white', BRANCO],
    ['black', PRETO],
  ])('the page title reads over the veil on a %s picture (large text, 3:1)', (_cor, imagem) => {
    const velada = over(colourOf(tema, '--cor-anel'), over(colourOf(tema, '--cor-veu'), imagem));
    expect(contrast(colourOf(tema, '--cor-sobre-faixa'), velada)).toBeGreaterThanOrEqual(3);
  });
});

describe.each(Object.entries(TEMAS))('tema %s', (_nome, tema) => {
  test.each([
    ['white', BRANCO],
    ['black', PRETO],
  ])('the small text of the page header reads over the denser part of the veil on a %s picture (4.5:1)', (_cor, imagem) => {
    const velada = over(colourOf(tema, '--cor-veu-forte'), over(colourOf(tema, '--cor-veu'), imagem));
    expect(contrast(colourOf(tema, '--cor-sobre-faixa'), over(colourOf(tema, '--cor-anel'), velada))).toBeGreaterThanOrEqual(4.5);
    // On wide screens the veil is thinner, and the column of the text ends where this one does.
    const larga = over(colourOf(tema, '--cor-veu'), over(colourOf(tema, '--cor-veu-claro'), imagem));
    expect(contrast(colourOf(tema, '--cor-sobre-faixa'), over(colourOf(tema, '--cor-anel'), larga))).toBeGreaterThanOrEqual(4.5);
  });
});

test.each([
  ['an ordinary contrast', null, TEMAS.claro, TEMAS['escuro pelo sistema']],
  ['more contrast', MAIS, TEMAS['mais contraste pelo sistema'], TEMAS['mais contraste pelo sistema, escuro']],
])('the page without network has the colours of the theme for %s', (_name, media, light, dark) => {
  const own = themeOf(readRules('public/sem-conexao.css'), [[media, ':root']]);
  const [colours, expected] = [new Map<string, readonly Rgba[]>(), new Map<string, readonly Rgba[]>()];
  for (const name of ['papel', 'texto', 'link', 'linha']) {
    const [, ofLight = '', ofDark = ''] = /^light-dark\((.+), (.+)\)$/.exec(own.get(`--${name}`) ?? '') ?? [];
    colours.set(name, [colourOf(own, ofLight), colourOf(own, ofDark)]);
    expected.set(name, [colourOf(light, `--cor-${name}`), colourOf(dark, `--cor-${name}`)]);
  }
  expect(colours).toEqual(expected);
});

test.each(['public/favicon.svg', 'public/logo.svg', 'server/publicacao/web-manifest.ts'])(
  '%s has the primary colour of the light theme',
  (file) => {
    expect(readFileSync(file, 'utf8')).toContain(TEMAS.claro.get('--cor-primaria'));
  },
);

test('the dark theme is the same by the system and by choice', () => {
  expect(TEMAS['escuro escolhido']).toEqual(TEMAS['escuro pelo sistema']);
});

test('high contrast on black is the same by the system and by choice', () => {
  const cores = (tema: ReadonlyMap<string, string>): object => Object.fromEntries([...tema].filter(([nome]) => nome.startsWith('--cor-')));
  expect(cores(TEMAS['mais contraste pelo sistema, escuro'])).toEqual(cores(TEMAS['alto contraste escolhido']));
});
