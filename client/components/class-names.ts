/** The class attribute of an element. Nearly every element of a render asks for one, so nothing here makes an array or a copy. */

/** A class name, or nothing: conditions are written as `isOpen && styles.open`. */
type ClassName = string | false | null | undefined;

/**
 * Joins the class names that apply with spaces. Returns undefined when none applies, because React leaves an undefined attribute out and
 * writes an empty one.
 */
export function classNames(...names: readonly ClassName[]): string | undefined {
  let joined = '';
  for (const name of names) {
    if (typeof name === 'string' && name !== '') joined = joined === '' ? name : `${joined} ${name}`;
  }
  return joined === '' ? undefined : joined;
}
