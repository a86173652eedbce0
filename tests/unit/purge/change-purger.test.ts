/** What a change event purges, in which mode, and what is purged when the database cannot say what else it reaches. */
import { describe, expect, it } from 'vitest';
import type { ChangeEvent, ContentBackend, RowChange } from '../../../server/backend/backend.ts';
import type { Purge } from '../../../server/edge/index.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { catchUp } from '../../../server/purge/change-marks.ts';
import { purgeOnChange } from '../../../server/purge/purge-on-change.ts';
import { RELATED_FILE_COLUMNS, RELATED_ROW_COLUMNS } from '../../../shared/content/content-rules.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';

const NO_ROWS = Object.fromEntries([...Object.keys(RELATED_FILE_COLUMNS), ...Object.keys(RELATED_ROW_COLUMNS)].map((table) => [table, []]));

/** Purging over a database that answers `related`, or fails with it. */
function watched(related: object | Error = {}) {
  const purges: Purge[] = [];
  const logged: { readonly level: string; readonly fields: Readonly<Record<string, unknown>> }[] = [];
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>) => void logged.push({ level, fields });
  const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const listeners = new Set<(event: ChangeEvent) => void>();
  const stateListeners = new Set<(state: SiteState) => void>();
  let lookups = 0;
  const execute: ContentBackend['execute'] = async () => {
    lookups += 1;
    if (related instanceof Error) throw related;
    return { kind: 'data', json: JSON.stringify({ ...NO_ROWS, ...related }) };
  };
  const purging = purgeOnChange({
    backend: { execute, onChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)) },
    siteState: {
      current: () => EMPTY_SITE_STATE,
      onRefresh: (listener) => (stateListeners.add(listener), () => void stateListeners.delete(listener)),
    },
    edge: { purge: (purge) => void purges.push(purge) },
    routes: [{ id: 'home', layout: 'default' }],
    pageStateOf: (state) => state.contato,
    log,
  });
  return {
    purging,
    purges,
    logged,
    lookups: () => lookups,
    listening: () => listeners.size + stateListeners.size,
    change: (...changes: readonly RowChange[]) => {
      for (const listener of listeners) listener({ kind: 'rows', changes });
    },
    refresh: (state: SiteState) => {
      for (const listener of stateListeners) listener(state);
    },
  };
}

const EDITED: RowChange = { table: 'noticia', key: '1', op: 'UPDATE', refs: [], columns: ['titulo'] };
const DELETED: RowChange = { table: 'noticia', key: '2', op: 'DELETE', refs: [] };
const SHOWN: RowChange = { table: 'documento', key: '3', op: 'UPDATE', refs: [], columns: ['publicado'] };

describe('a change of rows', () => {
  it('purges edited rows softly and deleted ones hard', () => {
    const { purges, change, lookups } = watched();
    change(EDITED, DELETED);
    expect(purges).toEqual([
      { kind: 'groups', groups: ['noticia', 'noticia:2', 'noticia:2+', 'noticia:*'], mode: 'hard' },
      { kind: 'groups', groups: ['noticia', 'noticia:1', 'noticia:1+'], mode: 'soft' },
    ]);
    expect(lookups()).toBe(0);
  });

  it('purges nothing hard where nothing was taken away', () => {
    const { purges, change } = watched();
    change(EDITED);
    expect(purges).toEqual([{ kind: 'groups', groups: ['noticia', 'noticia:1', 'noticia:1+'], mode: 'soft' }]);
  });

  it('purges hard what a deletion names, beside everything softly', () => {
    const { purges, change } = watched();
    change(DELETED, { table: 'configuracao_site', key: '1', op: 'UPDATE', refs: [], columns: ['fuso_horario'] });
    expect(purges[0]).toEqual({ kind: 'all', mode: 'soft' });
    expect(purges.slice(1)).toMatchObject([{ kind: 'groups', mode: 'hard' }]);
  });

  it('purges everything hard at once, without groups and lookups', async () => {
    const { purging, purges, change, lookups } = watched();
    change(SHOWN, { table: 'categoria_documento', key: 'leis', op: 'UPDATE', refs: [], columns: ['ativo'] });
    await purging.settled();
    expect([purges, lookups()]).toEqual([[{ kind: 'all', mode: 'hard' }], 0]);
  });

  it('reports what was purged', () => {
    const { logged, change } = watched();
    change(EDITED, DELETED);
    expect(logged).toEqual([{ level: 'info', fields: { changes: 2, hard: 4, soft: 3, everything: null } }]);
  });
});

describe('rows and files around a change', () => {
  it('are purged by what the database answers: files hard, rows softly', async () => {
    const { purging, purges, logged, change } = watched({ documento_arquivo: [{ arquivo_id: 'ab-1' }], noticia: [], reuniao: [{ id: 7 }] });
    change(SHOWN);
    await purging.settled();
    expect(purges.slice(1)).toEqual([
      { kind: 'groups', groups: ['arquivo:ab-1', 'files:ab-1'], mode: 'hard' },
      { kind: 'groups', groups: ['reuniao:7', 'reuniao:7+'], mode: 'soft' },
    ]);
    expect(logged.at(-1)).toEqual({ level: 'debug', fields: { hard: 2, soft: 2 } });
  });

  it('are not purged where there are none', async () => {
    const { purging, purges, change } = watched();
    change(SHOWN);
    await purging.settled();
    expect(purges).toHaveLength(1);
  });

  it('are all purged when the database fails: every file hard, every page softly', async () => {
    const fault = new Error('connection lost');
    const { purging, purges, logged, change } = watched(fault);
    change(SHOWN);
    await purging.settled();
    expect(purges.slice(1)).toEqual([
      { kind: 'groups', groups: ['files'], mode: 'hard' },
      { kind: 'all', mode: 'soft' },
    ]);
    expect(logged.at(-1)).toEqual({ level: 'error', fields: { err: fault } });
  });
});

describe('a change of the state of the site', () => {
  it('has what shows the part that changed refreshed, and purges what shows a contact that is gone hard', () => {
    const { purges, refresh, logged } = watched();
    refresh({ ...EMPTY_SITE_STATE, contato: [{ id: 1, rotulo: 'Telefone' }] as never });
    refresh(EMPTY_SITE_STATE);
    expect(purges).toEqual([
      { kind: 'groups', groups: ['site'], mode: 'soft' },
      { kind: 'groups', groups: ['site:home'], mode: 'refresh' },
      { kind: 'groups', groups: ['page-states', 'site:home'], mode: 'hard' },
      { kind: 'groups', groups: ['site'], mode: 'soft' },
    ]);
    expect(logged.map(({ fields }) => fields)).toEqual([
      { hard: 0, soft: 1, refresh: 1 },
      { hard: 2, soft: 1, refresh: 0 },
    ]);
  });
});

describe('a closed purger', () => {
  it('listens to nothing any more', () => {
    const { purging, listening } = watched();
    expect(listening()).toBe(2);
    purging.close();
    expect(listening()).toBe(0);
  });

  it('starts no lookup that was waiting', async () => {
    const { purging, change, lookups } = watched();
    change(SHOWN);
    change({ ...SHOWN, key: '4' });
    purging.close();
    await purging.settled();
    expect(lookups()).toBe(1);
  });
});

describe('what was committed before the start', () => {
  const NOTICE = [{ kind: 'groups', groups: ['noticia', 'noticia:2', 'noticia:2+', 'noticia:*'], mode: 'hard' }];
  const ALL = [{ kind: 'all', mode: 'hard' }];

  it.each([
    ['the rows since the mark', '7', [DELETED], NOTICE],
    ['everything where it may have hidden what the state of the site shows', '7', [SHOWN], ALL],
    ['everything without a mark', null, [DELETED], ALL],
    ['everything where the mark is none', 'x', [DELETED], ALL],
    ['nothing where nothing changed', '7', [], []],
  ] as const)('purges %s', async (_what, mark, changes, expected) => {
    const { purges, purging } = watched();
    const since = async (): Promise<readonly ChangeEvent[]> => (changes.length === 0 ? [] : [{ kind: 'rows', changes }]);
    await catchUp(mark, { marks: { heard: () => 0, since }, purging });
    expect(purges).toEqual(expected);
  });
});
