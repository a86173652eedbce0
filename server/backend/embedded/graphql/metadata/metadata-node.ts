/**
 * A value of a metadata file that remembers where it stands, so that every complaint names the file and the key. `!include` is followed
 * when the value is read, in both spellings that Hasura writes: the tag and the quoted string.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { parseDocument } from 'yaml';
import { StartupError } from '../../../../observability/startup-report.ts';
import { NOTHING_PARSED, type ParsedFiles } from './parsed-files.ts';

export class MetadataError extends StartupError {
  override readonly name = 'MetadataError';
}

interface Place {
  /** The metadata directory; no include may leave it. */
  readonly root: string;
  readonly file: string;
  readonly key: string;
  readonly parsed: ParsedFiles;
}

const INCLUDE = /^!include\s+(?<target>.+)$/;
// A file that includes itself would otherwise recurse until memory ends.
const MAX_INCLUDE_DEPTH = 16;

const includeTag = { tag: '!include', resolve: (target: string): string => `!include ${target}` };

/** Returns what a YAML text holds, with includes as texts. @throws MetadataError that names `file` */
export function parseYaml(text: string, file: string): unknown {
  const document = parseDocument(text, { customTags: [includeTag] });
  const fault = document.errors[0];
  if (fault !== undefined) throw new MetadataError(`${file}: ${fault.message}`);
  return document.toJS();
}

function readYaml({ file, parsed }: Place): unknown {
  const text = readFileSync(file, 'utf8');
  return parsed(text) ?? parseYaml(text, file);
}

function isInside(root: string, file: string): boolean {
  return file.startsWith(root.endsWith(sep) ? root : root + sep);
}

function followIncludes(value: unknown, place: Place, depth = 0): { value: unknown; place: Place } {
  const target = typeof value === 'string' ? INCLUDE.exec(value)?.groups?.['target'] : undefined;
  if (target === undefined) return { value, place };
  const file = resolve(dirname(place.file), target.trim().replace(/^["']|["']$/g, ''));
  const where = `${place.file}: ${place.key}`;
  if (depth >= MAX_INCLUDE_DEPTH) throw new MetadataError(`${where}: includes are nested more than ${MAX_INCLUDE_DEPTH} deep`);
  if (!isInside(place.root, file)) throw new MetadataError(`${where}: includes a file outside the metadata directory`);
  const next = { ...place, file };
  try {
    return followIncludes(readYaml(next), next, depth + 1);
  } catch (cause) {
    if (cause instanceof MetadataError) throw cause;
    throw new MetadataError(`${where}: cannot read ${file}`, { cause });
  }
}

export class MetadataNode {
  readonly value: unknown;
  readonly #place: Place;

  private constructor(value: unknown, place: Place) {
    const followed = followIncludes(value, place);
    this.value = followed.value;
    this.#place = followed.place;
  }

  /** Opens a file below the metadata directory `root`. @throws MetadataError */
  static open(root: string, relative: string, parsed: ParsedFiles = NOTHING_PARSED): MetadataNode {
    let real: string;
    try {
      real = realpathSync(root);
    } catch (cause) {
      throw new MetadataError(`${root}: no such metadata directory`, { cause });
    }
    return new MetadataNode(`!include ${relative}`, { root: real, file: resolve(real, 'metadata'), key: relative, parsed });
  }

  /** The place in words, `file: key`. */
  get place(): string {
    return `${this.#place.file}: ${this.#place.key}`;
  }

  fail(message: string): never {
    throw new MetadataError(`${this.place}: ${message}`);
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** The child under a key; an absent node when there is none. */
  get(key: string): MetadataNode {
    const child = this.isAbsent ? undefined : this.#record()[key];
    return this.#child(child, key);
  }

  keys(): readonly string[] {
    return this.isAbsent ? [] : Object.keys(this.#record());
  }

  /** The items of a list; none when the node is absent. */
  items(): readonly MetadataNode[] {
    if (this.isAbsent) return [];
    if (!Array.isArray(this.value)) this.fail('expected a list');
    const list: readonly unknown[] = this.value;
    return list.map((item, index) => this.#child(item, `[${index}]`));
  }

  string(): string {
    return typeof this.value === 'string' ? this.value : this.fail('expected a text');
  }

  optionalString(): string | undefined {
    return this.isAbsent ? undefined : this.string();
  }

  boolean(fallback: boolean): boolean {
    if (this.isAbsent) return fallback;
    return typeof this.value === 'boolean' ? this.value : this.fail('expected true or false');
  }

  /** A whole number of at least 0, undefined when absent. */
  optionalCount(): number | undefined {
    if (this.isAbsent) return undefined;
    const value = this.value;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : this.fail('expected a number of at least 0');
  }

  strings(): readonly string[] {
    return this.items().map((item) => item.string());
  }

  #child(value: unknown, key: string): MetadataNode {
    const separator = key.startsWith('[') ? '' : '.';
    return new MetadataNode(value, { ...this.#place, key: `${this.#place.key}${separator}${key}` });
  }

  #record(): Readonly<Record<string, unknown>> {
    const value = this.value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.fail('expected a mapping');
    return Object.fromEntries(Object.entries(value));
  }
}
