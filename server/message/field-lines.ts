/**
 * Field lines as Node gives and takes them in `rawHeaders`: name, value, name, value, ... Names keep their case; order and repeated lines
 * are kept. All other readers of fields use these functions, so that lines are joined and lists are split by one grammar.
 */
export type Fields = readonly string[];

/** Returns the lines as names and values. For what is read once; the other functions read the list itself. */
export function fieldPairs(fields: Fields): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < fields.length; index += 2) pairs.push([fields[index] ?? '', fields[index + 1] ?? '']);
  return pairs;
}

/** Returns the values of all lines named `name` (lower case), in order. */
export function fieldLines(fields: Fields, name: string): readonly string[] {
  const lines: string[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    if (isNamed(fields[index], name)) lines.push(fields[index + 1] ?? '');
  }
  return lines;
}

/** Returns the combined value of a field (RFC 9110 §5.3), or null when it is absent. */
export function fieldValue(fields: Fields, name: string): string | null {
  let value: string | null = null;
  for (let index = 0; index < fields.length; index += 2) {
    if (!isNamed(fields[index], name)) continue;
    const line = fields[index + 1] ?? '';
    value = value === null ? line : `${value}, ${line}`;
  }
  return value;
}

/** Says whether a field is present; an empty value counts as present. */
export function hasField(fields: Fields, name: string): boolean {
  for (let index = 0; index < fields.length; index += 2) if (isNamed(fields[index], name)) return true;
  return false;
}

/** Returns the lines whose lower-case name passes `keep`. */
export function filterFields(fields: Fields, keep: (lowerName: string) => boolean): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    if (keep(name.toLowerCase())) kept.push(name, fields[index + 1] ?? '');
  }
  return kept;
}

/** Replaces all lines of `name` by one, in the place of the first, or appends it where the field is absent. */
export function replaceField(fields: Fields, name: string, value: string): readonly string[] {
  const lowerName = name.toLowerCase();
  const replaced: string[] = [];
  let done = false;
  for (let index = 0; index < fields.length; index += 2) {
    if (!isNamed(fields[index], lowerName)) {
      replaced.push(fields[index] ?? '', fields[index + 1] ?? '');
    } else if (!done) {
      replaced.push(name, value);
      done = true;
    }
  }
  if (!done) replaced.push(name, value);
  return replaced;
}

/**
 * Splits a list field at the commas outside quoted strings (RFC 9110 §5.6.1) and drops empty members and surrounding whitespace. An
 * unterminated quote quotes nothing: the directives behind it, for instance `private`, still count.
 */
export function splitList(value: string): readonly string[] {
  return withoutEmpty(splitMembers(value));
}

/** Splits as `splitList` does, and keeps empty members. */
export function splitMembers(value: string): readonly string[] {
  return split(value, true);
}

/** Splits a list of entity tags, inside whose quotes a backslash is an ordinary character (RFC 9110 §8.8.3). */
export function splitTags(value: string): readonly string[] {
  return withoutEmpty(split(value, false));
}

/** A name and a weight of 0 to 1, with three digits at most; the weight is 1 where it is left out. */
const WEIGHTED_MEMBER = /^([^;\s]+)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** Reads one member of a list whose members have weights and no other parameters (RFC 9110 §12.4.2). Null where it is anything else. */
export function weightedMember(member: string): { readonly name: string; readonly weight: number } | null {
  const [, name, weight] = WEIGHTED_MEMBER.exec(member) ?? [];
  return name === undefined ? null : { name, weight: Number(weight ?? 1) };
}

function withoutEmpty(members: readonly string[]): readonly string[] {
  return members.filter((member) => member !== '');
}

function split(value: string, escapes: boolean): readonly string[] {
  const members: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < value.length; index += 1) {
    const char = value[index];
    if (quoted && escapes && char === '\\') index += 1;
    else if (char === '"') quoted = !quoted;
    else if (char === ',' && !quoted) {
      members.push(value.slice(start, index));
      start = index + 1;
    }
  }
  const rest = value.slice(start);
  members.push(...(quoted ? rest.split(',') : [rest]));
  return members.map((member) => member.trim());
}

function isNamed(name: string | undefined, lowerName: string): boolean {
  return name !== undefined && name.length === lowerName.length && (name === lowerName || name.toLowerCase() === lowerName);
}
