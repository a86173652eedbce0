/** Lowers the first letter of a phrase for the middle of a sentence; names and acronyms inside it keep their capitals. */
export function minuscula(frase: string): string {
  return frase.slice(0, 1).toLowerCase() + frase.slice(1);
}
