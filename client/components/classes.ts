/** Joins the class names that apply; undefined when none does, so that no empty attribute is written. */
export function classes(...nomes: readonly (string | false | null | undefined)[]): string | undefined {
  const validos = nomes.filter((nome) => typeof nome === 'string' && nome !== '');
  return validos.length === 0 ? undefined : validos.join(' ');
}
