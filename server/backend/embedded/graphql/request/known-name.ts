/** Under which a field, an argument or a value of an enum keeps the name by which the compiler knows it, where the schema shows another. */
export const KNOWN_AS = 'knownAs';

interface Named {
  readonly name: string;
  readonly extensions: Readonly<Record<string | symbol, unknown>>;
}

/** Returns the name by which the compiler knows it. */
export function knownName({ name, extensions }: Named): string {
  const known = extensions[KNOWN_AS];
  return typeof known === 'string' ? known : name;
}
