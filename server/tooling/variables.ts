/**
 * `node server/tooling/variables.ts`: writes the list of `server/config/variables.ts` into the table of the README and into `.env.example`. Both are
 * committed; run it after a change of that list.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { VARIABLES } from '../config/variables.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface VariablesDocument {
  readonly file: string;
  /** What stands before and after the part that is written. */
  readonly start: string;
  readonly end: string;
  readonly part: string;
}

const ROWS = VARIABLES.map(({ name, default: value, meaning }) => `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${meaning} |\n`);
const LINES = VARIABLES.map(({ name, default: value, meaning }) => `# ${meaning}\n#${name}=${value}\n\n`);

export const VARIABLES_DOCUMENTS: readonly VariablesDocument[] = [
  {
    file: 'README.md',
    start: '<!-- variables:start -->\n| Variable | Default | Meaning |\n|---|---|---|\n',
    end: '<!-- variables:end -->',
    part: ROWS.join(''),
  },
  { file: '.env.example', start: '', end: '# Of compose.yaml alone', part: LINES.join('') },
];

/** Returns the text of a document with its part as it is to be. @throws where the text has not what stands around it. */
export function withVariables(text: string, { file, start, end, part }: VariablesDocument): string {
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  if (!text.includes(start) || to < from) throw new Error(`${file} does not say where its variables stand`);
  return text.slice(0, from) + part + text.slice(to);
}

if (import.meta.main) {
  for (const document of VARIABLES_DOCUMENTS) {
    const file = path.join(ROOT, document.file);
    await writeFile(file, withVariables(await readFile(file, 'utf8'), document));
  }
}
