/** Numbers, sizes and counts as a citizen of Brazil reads them; the same text on server and browser. */

const UNIDADES = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Returns a size in bytes with decimal units (1 kB = 1000 bytes): '412 kB', '2,4 MB'. One decimal place below 10 MB, none in kB. */
export function formatarBytes(bytes: number): string {
  if (bytes < 1000) return contar(bytes, 'byte', 'bytes');
  let valor = bytes;
  let unidade = 0;
  while (valor >= 1000 && unidade < UNIDADES.length - 1) {
    valor /= 1000;
    unidade += 1;
  }
  // 999 600 bytes would round to '1.000 kB'.
  if (Math.round(valor) === 1000 && unidade < UNIDADES.length - 1) {
    valor = 1;
    unidade += 1;
  }
  const casas = unidade >= 2 && valor < 10 ? 1 : 0;
  return `${formatarNumero(Number(valor.toFixed(casas)))} ${UNIDADES[unidade] ?? 'GB'}`;
}

/** Returns a number with Brazilian separators. `casas` fixes the decimal places; without it up to three are shown. */
export function formatarNumero(valor: number, casas?: number): string {
  const chave = `${valor} ${casas}`;
  const feito = NUMEROS.get(chave);
  if (feito !== undefined) return feito;
  const texto = decimal(casas).format(valor);
  if (NUMEROS.size >= MAX_NUMEROS) NUMEROS.clear();
  NUMEROS.set(chave, texto);
  return texto;
}

/** Numbers as they were printed: pages show the same ones again and again, and a formatter is slow. Some 60 bytes each. */
const NUMEROS = new Map<string, string>();
const MAX_NUMEROS = 1_024;

/** Making a formatter costs a thousand times its use; callers ask for few numbers of places. */
const DECIMAIS = new Map<number | undefined, Intl.NumberFormat>();

function decimal(casas: number | undefined): Intl.NumberFormat {
  const feito = DECIMAIS.get(casas);
  if (feito !== undefined) return feito;
  const opcoes = casas === undefined ? {} : { minimumFractionDigits: casas, maximumFractionDigits: casas };
  const novo = new Intl.NumberFormat('pt-BR', opcoes);
  DECIMAIS.set(casas, novo);
  return novo;
}

/**
 * Returns an amount in reais: 'R$ 1.234,56'. A `numeric` of the database arrives as text and is formatted from the text, so no digit is
 * lost. A text that is not a number comes back unchanged.
 */
export function formatarMoeda(valor: number | string): string {
  if (typeof valor === 'string' && !/^-?\d+(\.\d+)?$/.test(valor)) return valor;
  const formato = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  return formato.format(typeof valor === 'number' ? valor : comoDecimal(valor));
}

/** Intl formats a decimal text exactly (ECMA-402, StringNumericLiteral); the check above makes the text one. */
function comoDecimal(texto: string): Intl.StringNumericLiteral {
  return texto as Intl.StringNumericLiteral;
}

/** Returns a fraction (0.125) as a percentage: '12,5%'. */
export function formatarPercentual(fracao: number, casas = 1): string {
  return new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: casas }).format(fracao);
}

/** Chooses between singular and plural. Zero takes the plural, as in '0 documentos'. */
export function plural(quantidade: number, um: string, varios: string): string {
  return quantidade === 1 ? um : varios;
}

/** Returns '1 documento', '37 documentos', '1.204 documentos'. */
export function contar(quantidade: number, um: string, varios: string): string {
  return `${formatarNumero(quantidade)} ${plural(quantidade, um, varios)}`;
}

/** Joins words as a sentence does: 'a', 'a e b', 'a, b e c'. */
export function listarComE(itens: readonly string[]): string {
  return new Intl.ListFormat('pt-BR', { style: 'long', type: 'conjunction' }).format(itens);
}
