/** Returns the longest time that a service may take, in words. */
export function prazoEmPalavras(dias: number): string {
  return dias === 1 ? 'Na hora ou em 1 dia' : `Em até ${dias} dias`;
}
