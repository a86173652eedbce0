import { expect, test } from 'vitest';
import type { ChangeEvent, ExecuteOptions, GraphqlAnswer, GraphqlRequest } from '../../../../server/backend/backend.ts';
import { type ChangeLog, openChangeLog } from '../../../../server/backend/nhost/change-log.ts';
import type { Timers } from '../../../../shared/time/timers.ts';
import { type Gate, gate } from '../../../integration/edge/harness.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';

interface Row {
  readonly id: number;
  readonly transacao: number;
  readonly aviso: unknown;
}

const notice = (key: string): unknown => ({ table: 'noticia', key, op: 'UPDATE', refs: [], columns: ['titulo'] });
const row = (id: number, transacao: number, key = String(id)): Row => ({ id, transacao, aviso: notice(key) });

/** The record as the database has it: what transactions that have ended wrote, and the number below which all have ended. */
class Record {
  rows: Row[] = [];
  horizon = 1;
  failing = false;
  asked = 0;
  held: Gate | null = null;

  readonly execute = async ({ variables }: GraphqlRequest, { caller }: ExecuteOptions): Promise<GraphqlAnswer> => {
    this.asked += 1;
    if (caller.trust !== 'service') throw new Error('the record is read with the admin secret');
    if (this.failing) throw new Error('the backend is down');
    const { desde, depois } = variables as { desde: number; depois: number };
    const found = this.rows.filter(({ id, transacao }) => transacao >= desde && id > depois).toSorted((a, b) => a.id - b.id);
    const answer = { momento_das_mudancas: [{ transacao: this.horizon }], mudanca: found.slice(0, 1_000) };
    await this.held?.opened;
    return { kind: 'data', json: JSON.stringify(answer) };
  };
}

interface Followed {
  readonly record: Record;
  readonly changes: ChangeLog;
  readonly clock: { now: number };
  /** Keys of the rows of each event; `gap` for one that names none. */
  readonly told: (readonly string[] | 'gap')[];
  readonly minutePasses: () => Promise<void>;
}

async function follow(): Promise<Followed> {
  const record = new Record();
  const told: Followed['told'] = [];
  const clock = { now: 0 };
  let planned: (() => void) | null = null;
  const timers: Timers = {
    after: (_ms, act) => {
      planned = act;
      return () => {
        planned = null;
      };
    },
  };
  const emit = (event: ChangeEvent): void => {
    told.push(event.kind === 'gap' ? 'gap' : event.changes.map(({ key }) => key));
  };
  const changes = await openChangeLog({ execute: record.execute, emit, log: SILENT_LOG, timers, now: () => clock.now });
  const minutePasses = async (): Promise<void> => {
    planned?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { record, changes, clock, told, minutePasses };
}

test('rows committed after the start are told once, in the order of the record', async () => {
  const { record, changes, told } = await follow();
  record.rows.push(row(1, 5), row(2, 5));
  record.horizon = 6;
  await changes.check();
  await changes.check();
  record.rows.push(row(3, 6));
  record.horizon = 7;
  await changes.check();
  expect(told).toEqual([['1', '2'], ['3']]);
});

test('a change whose transaction ends late is told although later ones were read before it', async () => {
  const { record, changes, told } = await follow();
  record.rows.push(row(2, 6));
  // Transaction 5 has written row 1 and has not ended.
  record.horizon = 5;
  await changes.check();
  record.rows.push(row(1, 5), row(3, 7));
  record.horizon = 8;
  await changes.check();
  await changes.check();
  expect(told).toEqual([['2'], ['1', '3']]);
});

test('a change of which no event came is told within a minute', async () => {
  const { record, told, minutePasses } = await follow();
  record.rows.push(row(1, 5));
  record.horizon = 6;
  await minutePasses();
  await minutePasses();
  expect(told).toEqual([['1']]);
});

test('a record that cannot be read fails the check, and its changes are told by the next one', async () => {
  const { record, changes, told } = await follow();
  record.rows.push(row(1, 5));
  record.horizon = 6;
  record.failing = true;
  await expect(changes.check()).rejects.toThrow('down');
  record.failing = false;
  await changes.check();
  expect(told).toEqual([['1']]);
});

test('checks that are asked for meanwhile share one reading that begins after them', async () => {
  const { record, changes, told } = await follow();
  const asked = record.asked;
  record.held = gate();
  const first = changes.check();
  const others = [changes.check(), changes.check(), changes.check()];
  record.rows.push(row(1, 5));
  record.horizon = 6;
  record.held.open();
  await Promise.all([first, ...others]);
  expect(record.asked - asked).toBe(2);
  expect(told).toEqual([['1']]);
});

test('a long record is read in pages, and a longer one is told as a gap', async () => {
  const { record, changes, told } = await follow();
  record.rows.push(...Array.from({ length: 2_500 }, (_, index) => row(index + 1, 5)));
  record.horizon = 6;
  await changes.check();
  expect(told.map((event) => event.length)).toEqual([2_500]);
  record.rows.push(...Array.from({ length: 6_000 }, (_, index) => row(index + 10_001, 6)));
  record.horizon = 7;
  await changes.check();
  expect(told[1]).toBe('gap');
  record.rows.push(row(20_000, 7));
  record.horizon = 8;
  await changes.check();
  expect(told.slice(2)).toEqual([['20000']]);
});

test('after a day without reading, more may be gone than the record still has', async () => {
  const { record, changes, told, clock } = await follow();
  record.rows.push(row(1, 5));
  record.horizon = 6;
  clock.now = 25 * 3_600_000;
  await changes.check();
  expect(told).toEqual(['gap']);
});

test('a notice that names no row, or cannot be read, is told as a gap after the others', async () => {
  const { record, changes, told } = await follow();
  record.rows.push(row(1, 5, '*'), row(2, 5), { id: 3, transacao: 5, aviso: { anything: 1 } });
  record.horizon = 6;
  await changes.check();
  expect(told).toEqual([['2'], 'gap']);
});
