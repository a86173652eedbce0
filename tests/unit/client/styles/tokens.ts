/** Reads client/styles/tokens.css as a browser would for one visitor, and computes WCAG contrast between its colours. */
import { readFileSync } from 'node:fs';

export interface Rule {
  readonly media: string | null;
  readonly selector: string;
  readonly declarations: ReadonlyMap<string, string>;
}

/** [red, green, blue, alpha], the first three from 0 to 255. */
export type Rgba = readonly [number, number, number, number];

export function readRules(path: string): readonly Rule[] {
  const css = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const rules: Rule[] = [];
  for (const [, media, body] of css.matchAll(/@media ([^{]+?) \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g))
    rules.push(...plainRules(body ?? '', media ?? null));
  return [...plainRules(css.replace(/@media [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, ''), null), ...rules];
}

function plainRules(css: string, media: string | null): readonly Rule[] {
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    media,
    selector: (selector ?? '').trim(),
    declarations: new Map([...(body ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? ''])),
  }));
}

/** The custom properties that hold when `applies` says which rules match, in the order of the cascade given. */
export function themeOf(
  rules: readonly Rule[],
  order: readonly (readonly [media: string | null, selector: string])[],
): ReadonlyMap<string, string> {
  const theme = new Map<string, string>();
  for (const [media, selector] of order) {
    const rule = rules.find((candidate) => candidate.media === media && candidate.selector === selector);
    if (rule === undefined) throw new Error(`tokens.css has no rule ${media ?? ''} ${selector}`);
    for (const [name, value] of rule.declarations) theme.set(name, value);
  }
  return theme;
}

export function colourOf(theme: ReadonlyMap<string, string>, value: string): Rgba {
  const text = value.trim();
  const reference = /^var\((--[\w-]+)\)$/.exec(text)?.[1] ?? (text.startsWith('--') ? text : undefined);
  if (reference !== undefined) {
    const next = theme.get(reference);
    if (next === undefined) throw new Error(`no token ${reference}`);
    return colourOf(theme, next);
  }
  if (text === 'transparent') return [0, 0, 0, 0];
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text);
  if (hex !== null) return [parseInt(hex[1] ?? '', 16), parseInt(hex[2] ?? '', 16), parseInt(hex[3] ?? '', 16), 1];
  const mix = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(text);
  if (mix === null) throw new Error(`not a colour: ${text}`);
  return mixed(colourOf(theme, mix[1] ?? ''), colourOf(theme, mix[3] ?? ''), Number(mix[2]) / 100);
}

/** CSS Color 5, color-mix() in srgb with premultiplied alpha. */
function mixed(a: Rgba, b: Rgba, share: number): Rgba {
  const alpha = a[3] * share + b[3] * (1 - share);
  const channel = (i: 0 | 1 | 2): number => (alpha === 0 ? 0 : (a[i] * a[3] * share + b[i] * b[3] * (1 - share)) / alpha);
  return [channel(0), channel(1), channel(2), alpha];
}

/** Paints `top` over an opaque `bottom`. */
export function over(top: Rgba, bottom: Rgba): Rgba {
  const channel = (i: 0 | 1 | 2): number => top[i] * top[3] + bottom[i] * (1 - top[3]);
  return [channel(0), channel(1), channel(2), 1];
}

/** WCAG 2.2, definition of contrast ratio. */
export function contrast(a: Rgba, b: Rgba): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function luminance(colour: Rgba): number {
  const [r, g, b] = [colour[0], colour[1], colour[2]].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}
