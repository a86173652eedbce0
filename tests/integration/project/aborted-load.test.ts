/** A load of the demonstration that is stopped. */
import { describe, expect, it, vi } from 'vitest';
import { loadDemonstration } from '../../../server/project/demo/load.ts';
import { emptyProject } from './loaded-database.ts';

// Nothing here looks into a file. To draw the pictures and to print the documents would be most of the load.
vi.mock(import('../../../server/project/demo/loader/pictures.ts'), async (original) => ({
  ...(await original()),
  renderPicture: ({ svg }) => Promise.resolve(Buffer.from(svg)),
}));
vi.mock(import('../../../server/project/demo/loader/pdf/render.ts'), () => ({
  printPdf: (content) => Promise.resolve({ bytes: Buffer.from(JSON.stringify(content)), pages: 1 }),
}));

describe('an aborted load', () => {
  it('rejects with the reason and leaves no row', async () => {
    const empty = await emptyProject();
    try {
      const controller = new AbortController();
      const load = loadDemonstration({
        database: empty.database,
        files: empty.files,
        now: new Date('2026-11-21T12:00:00Z'),
        progress: (step, done) => {
          if (step === 'Writing texts' && done === 10) {
            controller.abort(new Error('stopped'));
          }
        },
        signal: controller.signal,
      });
      await expect(load).rejects.toThrow('stopped');
      const { rows } = await empty.database.query('select count(*)::int as total from documento');
      expect(rows[0]?.['total']).toBe(0);
    } finally {
      await empty.close();
    }
  }, 240_000);
});
