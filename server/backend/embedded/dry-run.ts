/** Work inside a transaction that is always undone. */
import type { ContentBackend } from '../backend.ts';
import type { Database } from './database.ts';
import type { GraphqlEngine } from './graphql/engine.ts';

class Undone extends Error {
  override readonly name = 'Undone';
}

/** Says within the transaction that it is undone: an author sees the own text as published before another person has approved it. */
export const UNDONE_TRANSACTION = "select set_config('edicao.ensaio', 'sim', true)";

/** Runs `work` with requests of one transaction, one after the other, and rolls it back. No change is kept, told or seen by others. */
export async function dryRun<T>(
  database: Pick<Database, 'transaction'>,
  engine: Pick<GraphqlEngine, 'executeWithin'>,
  work: (execute: ContentBackend['execute']) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  try {
    await database.transaction(async (tx) => {
      await tx.query(UNDONE_TRANSACTION);
      let last: Promise<unknown> = Promise.resolve();
      results.push(
        await work((request, options) => {
          const answer = last.then(() => engine.executeWithin(tx, request, options));
          last = answer.catch(() => undefined);
          return answer;
        }),
      );
      await last;
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  const [result] = results;
  if (results.length === 0) throw new Error('a dry run ended without its result');
  return result as T;
}
