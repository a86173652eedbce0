/** Purges that follow change events, while the database is slow to answer lookups. */
import { expect, test } from 'vitest';
import { ADMIN_CALLER, type ChangeEvent, type ContentBackend, type RowChange } from '../../../server/backend/backend.ts';
import type { Purge } from '../../../server/edge/index.ts';
import { type ChangePurging, purgeOnChange } from '../../../server/purge/purge-on-change.ts';
import { MAX_LOOKUPS } from '../../../server/purge/related-rows.ts';
import { RELATED_FILE_COLUMNS, RELATED_ROW_COLUMNS } from '../../../shared/content/content-rules.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const NO_RELATED_ROWS = JSON.stringify(
  Object.fromEntries([...Object.keys(RELATED_FILE_COLUMNS), ...Object.keys(RELATED_ROW_COLUMNS)].map((table) => [table, []])),
);

interface SlowDatabase {
  readonly purging: ChangePurging;
  readonly purges: Purge[];
  /** The documents of each lookup, in order. */
  readonly lookups: (readonly string[])[];
  readonly send: (event: ChangeEvent) => void;
  /** Sends the event of a document that may have been published. */
  readonly change: (id: string) => void;
  /** Lets the database answer from now on. */
  readonly answer: () => void;
}

function slowDatabase(): SlowDatabase {
  const listeners: ((event: ChangeEvent) => void)[] = [];
  const purges: Purge[] = [];
  const lookups: (readonly string[])[] = [];
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  const backend: Pick<ContentBackend, 'execute' | 'onChange'> = {
    execute: async ({ variables }, { caller }) => {
      expect(caller).toBe(ADMIN_CALLER);
      lookups.push((variables as { readonly documentos: readonly string[] }).documentos);
      await answering;
      return { kind: 'data', json: NO_RELATED_ROWS };
    },
    onChange: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const purging = purgeOnChange({
    backend,
    siteState: { current: () => EMPTY_SITE_STATE, onRefresh: () => () => undefined },
    edge: { purge: (what) => purges.push(what) },
    routes: [],
    pageStateOf: () => null,
    log: SILENT_LOG,
  });
  const changed = (key: string): RowChange => ({ table: 'documento', key, op: 'UPDATE', refs: [], columns: ['publicado'] });
  const send = (event: ChangeEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return { purging, purges, lookups, send, change: (key) => send({ kind: 'rows', changes: [changed(key)] }), answer };
}

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_unused, index) => String(index + 1));

test('purges every file hard and every page softly when changes may have been missed', () => {
  const { purges, lookups, send } = slowDatabase();
  send({ kind: 'gap' });
  expect(purges).toEqual([
    { kind: 'groups', groups: ['files'], mode: 'hard' },
    { kind: 'all', mode: 'soft' },
  ]);
  expect(lookups).toEqual([]);
});

test('looks up in one query all that changes while a lookup is under way', async () => {
  const { purging, lookups, purges, change, answer } = slowDatabase();
  for (const id of ids(100)) change(id);
  answer();
  await purging.settled();
  expect(lookups).toEqual([['1'], ids(100).slice(1)]);
  expect(purges.filter(({ kind }) => kind === 'all')).toEqual([]);
});

test('purges everything hard, without a lookup, when more rows wait than one query may hold', async () => {
  const { purging, lookups, purges, change, answer } = slowDatabase();
  for (const id of ids(MAX_LOOKUPS + 2)) change(id);
  expect(purges.filter(({ kind }) => kind === 'all')).toEqual([{ kind: 'all', mode: 'hard' }]);
  answer();
  await purging.settled();
  expect(lookups).toEqual([['1']]);
});

test('looks up a change that comes after the last lookup has ended', async () => {
  const { purging, lookups, change, answer } = slowDatabase();
  answer();
  change('1');
  await purging.settled();
  change('2');
  await purging.settled();
  expect(lookups).toEqual([['1'], ['2']]);
});

test('purges nothing for drafts and presence, which no page shows', () => {
  const { purges, send } = slowDatabase();
  const changes: readonly RowChange[] = [
    { table: 'presenca', key: 'noticia:1:a', op: 'UPDATE', refs: [], columns: ['visto_em'] },
    { table: 'rascunho', key: 'b', op: 'INSERT', refs: [] },
  ];
  send({ kind: 'rows', changes });
  expect(purges).toEqual([]);
  send({ kind: 'rows', changes: [...changes, { table: 'termo_glossario', key: '7', op: 'INSERT', refs: [] }] });
  expect(purges).toEqual([{ kind: 'groups', groups: expect.not.arrayContaining(['presenca', 'rascunho']), mode: 'soft' }]);
});
