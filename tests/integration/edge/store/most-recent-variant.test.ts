/** When a request selects several stored responses, the most recent one is used, not the one stored last. */
import { afterEach, describe, expect, test } from 'vitest';
import { dateAt } from '../cases/case.ts';
import { startWorld, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

interface Made {
  readonly vary?: string;
  /** Seconds from the start. */
  readonly date: number | readonly number[];
}

/** A world whose origin answers with each of `made` in turn. */
async function start(made: readonly Made[], variants = 32): Promise<World> {
  let count = 0;
  world = await startWorld(
    (_req, res) => {
      const { vary, date } = made[count] ?? { date: 0 };
      count += 1;
      res.setHeader('Cache-Control', 'max-age=600');
      res.setHeader('Date', typeof date === 'number' ? dateAt(date) : date.map(dateAt));
      if (vary !== undefined) res.setHeader('Vary', vary);
      res.end(`answer ${count}`);
    },
    { bounds: { variants } },
  );
  return world;
}

const asking = (a: string): { readonly headers: Record<string, string> } => ({ headers: { A: a } });

describe('of several matching responses', () => {
  test('the one with the latest Date is used, stored last or not (RFC 9111 §4)', async () => {
    const at = await start([{ vary: 'A', date: -10 }, { date: -60 }]);
    await at.get('/', asking('1'));
    await at.get('/', asking('2'));
    expect(await at.get('/', asking('1'))).toMatchObject({ body: 'answer 1' });
    expect(await at.get('/', asking('2'))).toMatchObject({ body: 'answer 2' });
    expect(at.forwarded).toHaveLength(2);
  });

  test('the one stored last is used when their dates are equal', async () => {
    const at = await start([{ vary: 'A', date: 0 }, { date: 0 }]);
    await at.get('/', asking('1'));
    await at.get('/', asking('2'));
    expect(await at.get('/', asking('1'))).toMatchObject({ body: 'answer 2' });
  });

  test('one with an old Date stays stored when it exceeds the number of variants', async () => {
    const at = await start(
      [
        { vary: 'A', date: 0 },
        { vary: 'A', date: -1 },
        { vary: 'A', date: -60 },
      ],
      2,
    );
    for (const a of ['1', '2', '3']) await at.get('/', asking(a));
    expect(await at.get('/', asking('3'))).toMatchObject({ body: 'answer 3' });
    expect(await at.get('/', asking('2'))).toMatchObject({ body: 'answer 2' });
    expect(at.forwarded).toHaveLength(3);
  });
});
