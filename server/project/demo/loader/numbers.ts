const DINHEIRO = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const INTEIRO = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });

/** Returns "1.234.567,89" for a value in reais. */
export function reais(value: number): string {
  return DINHEIRO.format(value);
}

/** Returns "1234567.89" for a value in reais, as a data file has it. */
export function centavos(value: number): string {
  return value.toFixed(2);
}

/** Returns "12,34%" for a fraction of one. */
export function porcento(fraction: number): string {
  return `${DINHEIRO.format(fraction * 100)}%`;
}

/** Returns "0.123400" for a fraction of one, as a data file has it. */
export function milionesimos(fraction: number): string {
  return fraction.toFixed(6);
}

/** Returns "1.234" for a count. */
export function inteiro(value: number): string {
  return INTEIRO.format(value);
}
