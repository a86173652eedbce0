/** Under which a field, an argument or a value of an enum keeps the name by which the compiler knows it, where the schema shows another. */
const KNOWN_AS = 'knownAs';

interface Named {
  readonly name: string;
  readonly extensions: Readonly<Record<string | symbol, unknown>>;
}

/** The part of a definition that keeps the name. */
export function knownAs(name: string): { readonly extensions: Readonly<Record<string, string>> } {
  return { extensions: { [KNOWN_AS]: name } };
}

/** Returns the name by which the compiler knows it. */
export function knownName({ name, extensions }: Named): string {
  const known = extensions[KNOWN_AS];
  return typeof known === 'string' ? known : name;
}
