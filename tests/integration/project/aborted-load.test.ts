/** A load of the demonstration that is stopped, or whose files cannot be stored. */
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { type DemonstrationTask, loadDemonstration } from '../../../server/project/demo/load.ts';
import { emptyProject } from './loaded-database.ts';

// Nothing here looks into a file. To draw the pictures and to print the documents would be most of the load.
vi.mock(import('../../../server/project/demo/loader/pictures.ts'), async (original) => ({
  ...(await original()),
  renderPicture: ({ svg }) => Promise.resolve(Buffer.from(svg)),
}));
vi.mock(import('../../../server/project/demo/loader/pdf/render.ts'), () => ({
  printPdf: (content) => Promise.resolve({ bytes: Buffer.from(JSON.stringify(content)), pages: 1 }),
}));

/** Loads in a transaction, as the backend does. */
function load(database: Pick<Database, 'transaction'>, task: Omit<DemonstrationTask, 'database' | 'now'>): Promise<void> {
  return database.transaction((tx) => loadDemonstration({ ...task, database: tx, now: new Date('2026-11-21T12:00:00Z') }));
}

/** The database, where `before` is called before each query of a transaction. */
function withQueries(database: Database, before: (text: string) => void): Pick<Database, 'transaction'> {
  return {
    transaction: (work) =>
      database.transaction((tx) => {
        const query: Database['query'] = async (text, ...rest) => {
          before(text);
          return tx.query(text, ...rest);
        };
        return work({ query, script: (statements) => tx.script(statements) });
      }),
  };
}

async function documentsIn(database: Database): Promise<unknown> {
  return (await database.query('select count(*)::int as total from documento')).rows[0]?.['total'];
}

describe('a load that does not reach its end', () => {
  it('rejects with the reason of an abort and leaves no row', async () => {
    const empty = await emptyProject();
    const { database, files } = empty;
    try {
      const controller = new AbortController();
      const stopping = withQueries(database, (text) => {
        if (text.startsWith('insert into public."noticia"')) controller.abort(new Error('stopped'));
      });
      await expect(load(stopping, { files, progress: () => undefined, signal: controller.signal })).rejects.toThrow('stopped');
      expect(await documentsIn(database)).toBe(0);
    } finally {
      await empty.close();
    }
  }, 240_000);

  it('rejects with the first error of a file, makes no further one, and only when none is being stored any more', async () => {
    const empty = await emptyProject();
    const { database } = empty;
    try {
      let begun = 0;
      let underWay = 0;
      const put: DemonstrationTask['files']['put'] = async () => {
        begun += 1;
        underWay += 1;
        const turn = begun;
        // The others are being stored when the first error comes, and fail after it.
        if (turn !== 5) await new Promise((resolve) => setTimeout(resolve, 20));
        underWay -= 1;
        throw new Error(`the disk failed at file ${turn}`);
      };
      const { signal } = new AbortController();
      const progress = vi.fn<DemonstrationTask['progress']>();
      await expect(load(database, { files: { put }, progress, signal })).rejects.toThrow('the disk failed at file 5');
      // A file counts when it is made, whether it can be stored or not.
      expect(progress).toHaveBeenCalledTimes(begun);
      expect(underWay).toBe(0);
      expect(begun).toBeLessThan(100);
      expect(await documentsIn(database)).toBe(0);
    } finally {
      await empty.close();
    }
  }, 240_000);

  it('rejects with the error of a row that goes in beside the files, and begins no further file', async () => {
    const empty = await emptyProject();
    const { database, files } = empty;
    try {
      let begun = 0;
      const put: DemonstrationTask['files']['put'] = (file) => {
        begun += 1;
        return files.put(file);
      };
      const failing = withQueries(database, (text) => {
        if (text.startsWith('insert into')) throw new Error('the database failed at the first row');
      });
      const { signal } = new AbortController();
      const loading = load(failing, { files: { put }, progress: () => undefined, signal });
      await expect(loading).rejects.toThrow('the database failed at the first row');
      expect(begun).toBeLessThan(100);
      expect(await documentsIn(database)).toBe(0);
    } finally {
      await empty.close();
    }
  }, 240_000);
});
