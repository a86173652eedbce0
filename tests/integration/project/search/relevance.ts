/** The table of searches with what their first three results must hold: a kind and the beginning of a title, or one of several. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export interface ExpectedResult {
  readonly query: string;
  readonly expected: readonly string[];
}

export async function readRelevanceTable(): Promise<readonly ExpectedResult[]> {
  const text = await readFile(path.join(import.meta.dirname, 'relevance.txt'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.includes(' => ') && !line.startsWith('#'))
    .map((line) => {
      const [query = '', expected = ''] = line.split(' => ');
      return { query, expected: expected.split(';').map((beginning) => beginning.trim()) };
    });
}
