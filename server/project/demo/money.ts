const DINHEIRO = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const INTEIRO = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });

/** Returns "1.234.567,89" for a value in reais. */
export function reais(value: number): string {
  return DINHEIRO.format(value);
}

/** Returns "12,34%" for a fraction of one. */
export function porcento(fraction: number): string {
  return `${DINHEIRO.format(fraction * 100)}%`;
}

/** Returns "1.234" for a count. */
export function inteiro(value: number): string {
  return INTEIRO.format(value);
}

/** Rounds to cents, because a `numeric(18,2)` column keeps no more. */
export function centavos(value: number): number {
  return Math.round(value * 100) / 100;
}
