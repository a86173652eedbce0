import { expect, test } from 'vitest';
import type { GraphqlAnswer } from '../../../../../server/backend/backend.ts';
import { followMissedChanges, type MissedChanges } from '../../../../../server/backend/embedded/changes/missed-changes.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { SILENT_LOG } from '../../../../support/silent-log.ts';

interface Followed {
  readonly missed: MissedChanges;
  /** Delivers a horizon as the listening connection does. */
  readonly receive: (horizon: number) => void;
  /** Number of transaction from which the record was read, of each reading. */
  readonly asked: number[];
  readonly sent: string[];
  readonly clock: { now: number };
  readonly minutePasses: () => void;
}

async function follow(answer: (since: number) => GraphqlAnswer): Promise<Followed> {
  const [asked, sent, clock]: [number[], string[], { now: number }] = [[], [], { now: 0 }];
  let receive = (_payload: string): void => undefined;
  let planned = (): void => undefined;
  const database: Pick<Database, 'listen' | 'query'> = {
    listen: async (_channel, onPayload) => {
      receive = onPayload;
      return async () => undefined;
    },
    query: async (text) => {
      sent.push(text);
      return { rows: [], rowCount: 0 };
    },
  };
  const missed = await followMissedChanges({
    database: database as Database,
    execute: async ({ variables }) => {
      const { desde: since } = variables as { desde: number };
      asked.push(since);
      return answer(since);
    },
    log: SILENT_LOG,
    timers: {
      after: (_ms, act) => {
        planned = act;
        return () => undefined;
      },
    },
    now: () => clock.now,
  });
  return { missed, receive: (horizon) => receive(String(horizon)), asked, sent, clock, minutePasses: () => planned() };
}

const aviso = { table: 'noticia', key: '4', op: 'UPDATE', refs: [], columns: ['titulo'] };
const RECORD: GraphqlAnswer = {
  kind: 'data',
  json: JSON.stringify({ momento_das_mudancas: [{ transacao: 9 }], mudanca: [{ id: 1, transacao: 8, aviso }] }),
};
const GAP = [{ kind: 'gap' }];

test('reads from the highest horizon that was received', async () => {
  const { missed, receive, asked } = await follow(() => RECORD);
  for (const horizon of [5, 8, 7]) receive(horizon);
  expect(await missed.read()).toEqual([{ kind: 'rows', changes: [aviso] }]);
  expect(asked).toEqual([8]);
});

test('sends a horizon at the start and each minute', async () => {
  const { sent, minutePasses } = await follow(() => RECORD);
  expect(sent).toHaveLength(1);
  minutePasses();
  expect(sent).toHaveLength(2);
});

test('answers a gap before the first horizon, and after a day without one', async () => {
  const { missed, receive, clock, asked } = await follow(() => RECORD);
  expect(await missed.read()).toEqual(GAP);
  receive(5);
  clock.now = 25 * 3_600_000;
  expect(await missed.read()).toEqual(GAP);
  expect(asked).toEqual([]);
});

test('answers a gap for a project without a record, and when the backend fails', async () => {
  const without = await follow(() => ({
    kind: 'errors',
    errors: [{ message: "field 'mudanca' not found", extensions: { path: '$', code: 'validation-failed' } }],
  }));
  without.receive(5);
  expect(await without.missed.read()).toEqual(GAP);
  const failing = await follow(() => {
    throw new Error('the database is down');
  });
  failing.receive(5);
  expect(await failing.missed.read()).toEqual(GAP);
});

test('what was heard is the highest horizon, but not while the changes below it are still read, nor when it is old', async () => {
  const { missed, receive, clock } = await follow(() => RECORD);
  expect(missed.heard()).toBeNull();
  receive(5);
  const reading = missed.read();
  receive(8);
  expect(missed.heard()).toBeNull();
  await reading;
  expect(missed.heard()).toBe(8);
  clock.now = 3_600_000;
  expect(missed.heard()).toBeNull();
});

test('answers a gap for a mark above the numbers of the database, which was restored', async () => {
  const { missed } = await follow(() => RECORD);
  expect(await missed.since(9)).toEqual([{ kind: 'rows', changes: [aviso] }]);
  expect(await missed.since(10)).toEqual(GAP);
});
