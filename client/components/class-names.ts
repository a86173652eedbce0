/** Joins the class names that apply; undefined when none does, so that no empty attribute is written. */
export function classNames(...nouns: readonly (string | false | null | undefined)[]): string | undefined {
  let joined = '';
  for (const name of nouns) {
    if (typeof name === 'string' && name !== '') joined = joined === '' ? name : `${joined} ${name}`;
  }
  return joined === '' ? undefined : joined;
}
