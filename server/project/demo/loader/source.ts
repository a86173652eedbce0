import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isNode, LineCounter, parseDocument, type ScalarTag } from 'yaml';
import { z } from 'zod';

/** Reads the content files of the demonstration. Every fault names the file and, where it is known, the line. */
const DEMO = path.join(import.meta.dirname, '..');

/** A file of the content that does not say what the loader expects. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  constructor(place: string, fault: string, options?: ErrorOptions) {
    super(`${place}: ${fault}`, options);
  }
}

/** A fixed day, or one counted from today: `hoje`, `hoje+20`, `hoje-3`. */
export const day = z.union([z.iso.date(), z.string().regex(/^hoje([+-]\d+)?$/)]);

/** A value that names something else, written with a YAML tag: `!pessoa helena`. */
export class Reference {
  readonly kind: ReferenceKind;
  readonly target: string;

  constructor(kind: ReferenceKind, target: string) {
    this.kind = kind;
    this.target = target;
  }
}

const REFERENCE_KINDS = ['imagem', 'endereco', 'pessoa', 'orgao', 'documento', 'secao', 'arquivo', 'momento', 'texto'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

const TAGS: ScalarTag[] = REFERENCE_KINDS.map((kind) => ({ tag: `!${kind}`, resolve: (target) => new Reference(kind, target) }));

/** Lists the files of a folder of the demonstration and of its folders that end in `extension`, in the order of their paths. */
export function listFiles(folder: string, extension: string): readonly string[] {
  return readdirSync(path.join(DEMO, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => path.posix.join(folder, ...name.split(path.sep)))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

export function readText(file: string): string {
  return readFileSync(path.join(DEMO, file), 'utf8');
}

/** Reads a YAML file. @throws ContentError for a fault of the syntax or a value that the schema refuses. */
export function readYaml<T>(file: string, schema: z.ZodType<T>): T {
  return parseYaml(readText(file), { file, schema, firstLine: 1 });
}

/** Reads a Markdown file with YAML front matter between two lines of `---`. @throws ContentError as `readYaml` does. */
export function readMarkdown<T>(file: string, schema: z.ZodType<T>): { readonly fields: T; readonly body: string } {
  return parseMarkdown(readText(file), file, schema);
}

/** Parses a text with front matter. */
export function parseMarkdown<T>(text: string, file: string, schema: z.ZodType<T>): { readonly fields: T; readonly body: string } {
  const [, front, body] = /^---\n(.*?\n)---\n(.*)$/s.exec(text) ?? [];
  if (front === undefined || body === undefined) {
    throw new ContentError(file, 'the file does not begin with front matter between two lines of ---');
  }
  return { fields: parseYaml(front, { file, schema, firstLine: 2 }), body };
}

interface Source<T> {
  readonly file: string;
  readonly schema: z.ZodType<T>;
  readonly firstLine: number;
}

/** Parses a YAML text as a schema says. `firstLine` is the line of the file at which the text begins. */
export function parseYaml<T>(text: string, { file, schema, firstLine }: Source<T>): T {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, customTags: TAGS, prettyErrors: false });
  const lineAt = (offset: number | undefined): string =>
    offset === undefined ? file : `${file}:${lines.linePos(offset).line + firstLine - 1}`;
  for (const error of [...document.errors, ...document.warnings]) {
    throw new ContentError(lineAt(error.pos[0]), error.message);
  }
  const result = schema.safeParse(document.toJS());
  if (result.success) {
    return result.data;
  }
  const [issue] = result.error.issues;
  const at = issue?.path ?? [];
  throw new ContentError(lineAt(offsetOf(document, at)), `${at.join('.')}: ${issue?.message ?? ''}`);
}

/** The position of the nearest node that exists on the way to a path: a missing field is told at the line of its owner. */
function offsetOf(document: ReturnType<typeof parseDocument>, at: readonly PropertyKey[]): number | undefined {
  for (let length = at.length; length >= 0; length -= 1) {
    const node = document.getIn(at.slice(0, length), true);
    if (isNode(node) && node.range != null) {
      return node.range[0];
    }
  }
  return undefined;
}
