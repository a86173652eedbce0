/** Joins the class names that apply; undefined when none does, so that no empty attribute is written. */
export function classes(...nomes: readonly (string | false | null | undefined)[]): string | undefined {
  let juntas = '';
  for (const nome of nomes) {
    if (typeof nome === 'string' && nome !== '') juntas = juntas === '' ? nome : `${juntas} ${nome}`;
  }
  return juntas === '' ? undefined : juntas;
}
