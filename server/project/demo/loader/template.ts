import { monthName } from '../../../../shared/locale/months.ts';
import { anoDe, barras, type Dia, dia, diaRelativo, horario, mesDe, porExtenso } from './dates.ts';
import { centavos, inteiro, milionesimos, porcento, reais } from './numbers.ts';

/**
 * Expands a template: a tree of YAML values whose strings hold `{name}`, `{name.column}` or `{name|filter}`.
 * A string that is nothing but one `{name}` becomes the value itself; a list in a list is spread; what is null is left out.
 * `{ se: name, entao: x }` is x when the name has a value; `{ cada: name, fazer: x }` is x for each element of a list, whose columns are names
 * (or `item`, when it has none), with `posicao` from 1.
 */
export interface Scope {
  /** The columns of the row; a column that refers to another table holds that table's row. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Vocabularies of the file: the filter `|name` takes the text that `textos.name` has for a value, or for `outro`; of a list, one of its texts. */
  readonly textos: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
  readonly hoje: Dia;
  /** What decides which text of a list a row takes: always the same one. */
  readonly linha: string;
}

/** Returns the expanded template. @throws RangeError for a name or filter that is unknown, or a null inside a text. */
export function expand(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') {
    return expandText(template, scope);
  }
  if (Array.isArray(template)) {
    return template.flatMap((element: unknown) => expandElement(element, scope));
  }
  if (isRecord(template)) {
    return 'se' in template || 'cada' in template ? expandElement(template, scope)[0] : expandRecord(template, scope);
  }
  return template;
}

function expandRecord(template: Readonly<Record<string, unknown>>, scope: Scope): Readonly<Record<string, unknown>> {
  const entries = Object.entries(template).map(([key, value]) => [key, expand(value, scope)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

/** Expands one element of a list into none, one or several. */
function expandElement(element: unknown, scope: Scope): readonly unknown[] {
  if (isRecord(element) && typeof element['se'] === 'string') {
    return valueOf(element['se'], scope) == null ? [] : [expand(element['entao'], scope)];
  }
  if (isRecord(element) && typeof element['cada'] === 'string') {
    return listOf(element['cada'], scope).map((item, index) =>
      expand(element['fazer'], { ...scope, values: { ...scope.values, ...(isRecord(item) ? item : { item }), posicao: index + 1 } }),
    );
  }
  const value = expand(element, scope);
  return Array.isArray(value) && typeof element === 'string' ? value : [value];
}

function listOf(name: string, scope: Scope): readonly unknown[] {
  const list = valueOf(name, scope);
  if (!Array.isArray(list)) {
    throw new RangeError(`${name} is not a list`);
  }
  return list;
}

/** A text cut at its placeholders: texts and expressions in turn, beginning with a text. */
type Parts = readonly string[];

const PLACEHOLDER = /\{([\wÀ-ú.+|-]+)\}/;

// The same templates are expanded for every row of their file.
const partsOf = memo((text: string): Parts => text.split(PLACEHOLDER));

function expandText(text: string, scope: Scope): unknown {
  if (!text.includes('{')) {
    return text;
  }
  const parts = partsOf(text);
  const [before, expression, after] = parts;
  if (parts.length === 3 && before === '' && after === '' && expression !== undefined) {
    return valueOf(expression, scope);
  }
  return parts.map((part, index) => (index % 2 === 0 ? part : textOf(part, text, scope))).join('');
}

function textOf(expression: string, text: string, scope: Scope): string {
  const value = valueOf(expression, scope);
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new RangeError(`{${expression}} has no text for “${text}”`);
  }
  return String(value);
}

const pathOf = memo((name: string): readonly string[] => name.split('.'));
const stepsOf = memo((expression: string): readonly string[] => expression.split('|'));

function memo<R>(compute: (text: string) => R): (text: string) => R {
  const results = new Map<string, R>();
  return (text) => {
    const known = results.get(text);
    const result = known ?? compute(text);
    if (known === undefined) {
      results.set(text, result);
    }
    return result;
  };
}

/** Evaluates `name.column|filter|filter`. */
function valueOf(expression: string, scope: Scope): unknown {
  const [name = '', ...filters] = stepsOf(expression);
  return filters.reduce((value, filter) => applyFilter(filter, value, scope), lookUp(name, scope));
}

function lookUp(name: string, { values, hoje }: Scope): unknown {
  if (name.startsWith('hoje')) {
    return diaRelativo(name, hoje);
  }
  return pathOf(name).reduce<unknown>((owner, key) => {
    if (!isRecord(owner) || !(key in owner)) {
      throw new RangeError(`nothing is called ${name}`);
    }
    return owner[key];
  }, values);
}

function applyFilter(name: string, value: unknown, scope: Scope): unknown {
  const texto = scope.textos[name];
  if (texto !== undefined) {
    const found = texto[String(value)] ?? texto['outro'] ?? missing(name, value);
    return expand(typeof found === 'string' ? found : oneOf(found, `${scope.linha} ${name} ${String(value)}`), scope);
  }
  return (FILTERS[name] ?? missing('filters', name))(value);
}

/** Picks a text by the hash of a key (FNV-1a). */
function oneOf(texts: readonly string[], key: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  return texts[(hash >>> 8) % texts.length] ?? missing('lists', key);
}

function missing(vocabulary: string, value: unknown): never {
  throw new RangeError(`${vocabulary} has no ${String(value)}`);
}

const onText =
  (change: (text: string) => string | number) =>
  (value: unknown): string | number =>
    change(String(value));
const onNumber =
  (format: (value: number) => string) =>
  (value: unknown): string =>
    format(typeof value === 'number' ? value : missing('numbers', value));

const FILTERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  /** 12 de março de 2026 */
  extenso: onText(porExtenso),
  /** 12/03/2026 */
  barras: onText(barras),
  ano: onText(anoDe),
  ano_seguinte: onText((data) => anoDe(data) + 1),
  /** The same day of the next month. */
  mes_seguinte: onText((data) => dia(anoDe(data), mesDe(data) + 1, Number(data.slice(8)))),
  /** março */
  mes: onText((data) => monthName(mesDe(data))),
  /** março de 2026 */
  mes_e_ano: onText((data) => `${monthName(mesDe(data))} de ${anoDe(data)}`),
  /** 9h30 */
  hora: onText(horario),
  /** 1.234.567,89 */
  reais: onNumber(reais),
  /** 1234567.89 */
  centavos: onNumber(centavos),
  /** 12,34% of a fraction of one */
  porcento: onNumber(porcento),
  /** 0.123400 */
  milionesimos: onNumber(milionesimos),
  /** 1.234 */
  inteiro: onNumber(inteiro),
  /** The first letter alone: names and acronyms in the phrase keep their capitals. */
  minuscula: onText((texto) => texto.slice(0, 1).toLowerCase() + texto.slice(1)),
  minusculas: onText((texto) => texto.toLowerCase()),
  juntar: (value) => (Array.isArray(value) ? value.join('; ') : missing('lists', value)),
  /** The number after the last of a list. */
  seguinte: (value) => (Array.isArray(value) ? value.length + 1 : missing('lists', value)),
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
