import { describe, expect, it } from 'vitest';
import { ADMIN_CALLER, type ChangeEvent, type ContentBackend, type GraphqlAnswer } from '../../../../server/backend/backend.ts';
import { createPublicationBoundaries } from '../../../../server/backend/publication/boundaries.ts';
import type { Logger } from '../../../../server/observability/log.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';
import type { Timers } from '../../../../shared/time/timers.ts';

const START = Date.parse('2026-03-10T12:00:00Z');
const SETTLING_MS = 2_000;
const failed: GraphqlAnswer = { kind: 'errors', errors: [{ message: 'database gone', extensions: { path: '$', code: 'unexpected' } }] };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const inSeconds = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

/** A backend that answers with the rows that the test sets, with a manual clock and manual timers. */
function begin(rows: Record<string, readonly object[]> = {}, zones: readonly string[] = ['America/Sao_Paulo']) {
  const listeners = new Set<(event: ChangeEvent) => void>();
  const hand = {
    now: START,
    rows,
    zones,
    fail: false,
    passed: 0,
    passedNames: [] as string[],
    log: [] as string[],
    held: Promise.resolve(),
  };
  const asked: { readonly caller: unknown; readonly variables: unknown; readonly timeoutMs: number | undefined }[] = [];
  const timers: { readonly task: () => void; readonly delayMs: number }[] = [];
  const backend: Pick<ContentBackend, 'execute' | 'onChange'> = {
    execute: async ({ variables }, { caller, timeoutMs }) => {
      asked.push({ caller, variables, timeoutMs });
      const configuracao_site = hand.zones.map((fuso_horario) => ({ fuso_horario }));
      await hand.held;
      return hand.fail ? failed : { kind: 'data', json: JSON.stringify({ configuracao_site, ...hand.rows }) };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const manualTimers: Timers = {
    after: (delayMs, task) => {
      const timer = { task, delayMs };
      timers.push(timer);
      return () => timers.splice(0, timers.length, ...timers.filter((each) => each !== timer));
    },
  };
  const log: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: (_fields, message) => hand.log.push(message) };
  const onPassed = (names: readonly string[]): void => {
    hand.passed += 1;
    hand.passedNames.push(...names);
  };
  const change = async (event: ChangeEvent): Promise<void> => {
    for (const listener of listeners) listener(event);
    await settled();
  };
  const passTimer = async (): Promise<void> => {
    const timer = timers.shift();
    hand.now += timer?.delayMs ?? 0;
    timer?.task();
    await settled();
  };
  const started = () => createPublicationBoundaries({ backend, log, onPassed, timers: manualTimers, now: () => hand.now });
  return { hand, asked, timers, change, passTimer, started, listening: () => listeners.size };
}

async function start(...content: Parameters<typeof begin>) {
  const begun = begin(...content);
  const boundaries = await begun.started();
  const until = (...tables: string[]): number | undefined => boundaries.secondsUntilNext(tables, begun.hand.now);
  return { ...begun, boundaries, until };
}

const rowOf = (table: string): ChangeEvent => ({ kind: 'rows', changes: [{ table, key: '1', op: 'INSERT' }] });

describe('publication boundaries', () => {
  it('are loaded as administrator, who sees unpublished rows, and within a time limit', async () => {
    const { asked } = await start();
    expect(asked).toEqual([
      { caller: ADMIN_CALLER, timeoutMs: 5_000, variables: { agora: new Date(START - SETTLING_MS).toISOString(), hoje: '2026-03-10' } },
    ]);
  });

  it('answer the nearest moment of the tables that are asked for', async () => {
    const { until } = await start({
      noticia_publicado_em: [{ publicado_em: inSeconds(90.7) }],
      comunicado_publicado_em: [{ publicado_em: inSeconds(600) }],
      comunicado_valido_ate: [{ valido_ate: inSeconds(30) }],
    });
    expect([until('noticia'), until('comunicado'), until('noticia', 'comunicado'), until('pagina')]).toEqual([90, 30, 30, undefined]);
  });

  it('of a view are the moments of the table that it reads', async () => {
    const { until } = await start({ noticia_publicado_em: [{ publicado_em: inSeconds(60) }] });
    expect(until('noticia_ano')).toBe(60);
  });

  it('begin a first day and end a last day at midnight of the time zone', async () => {
    const { until } = await start({
      documento_publicado_em: [{ publicado_em: '2026-03-11' }],
      progestao_certificacao_valido_ate: [{ valido_ate: '2026-03-11' }],
    });
    const fifteenHours = 15 * 3_600;
    expect([until('documento'), until('progestao_certificacao')]).toEqual([fifteenHours, fifteenHours + 86_400]);
  });

  it('answer the end of the day for the view whose counts are worked out daily', async () => {
    const { until } = await start();
    expect(until('categoria_resumo')).toBe(15 * 3_600);
  });

  it('answer the end of the day for the results of a search, which say what is no longer in force', async () => {
    const { until } = await start();
    const busca = ROUTES.find(({ id }) => id === 'busca');
    expect(until(...(busca?.groups ?? []))).toBe(15 * 3_600);
  });

  it('load again with the days of the time zone that the settings name', async () => {
    const { asked, until } = await start({ documento_publicado_em: [{ publicado_em: '2026-03-12' }] }, ['Pacific/Kiritimati']);
    expect(asked.map(({ variables }) => variables)).toEqual([
      expect.objectContaining({ hoje: '2026-03-10' }),
      expect.objectContaining({ hoje: '2026-03-11' }),
    ]);
    expect(until('documento')).toBe((Date.parse('2026-03-11T10:00:00Z') - START) / 1_000);
  });

  it('use the configured time zone when the settings name one that Intl does not know', async () => {
    const { asked, until } = await start({}, ['<-03>3']);
    expect(asked).toHaveLength(1);
    expect(until('categoria_resumo')).toBe(15 * 3_600);
  });

  it('load again when a row of a scheduled table changes or changes may have been missed, and not for other tables', async () => {
    const { asked, change, hand, until } = await start();
    await change(rowOf('contato'));
    expect(asked).toHaveLength(1);
    hand.rows = { noticia_publicado_em: [{ publicado_em: inSeconds(45) }] };
    await change(rowOf('noticia'));
    expect(until('noticia')).toBe(45);
    hand.rows = {};
    await change({ kind: 'gap' });
    expect([asked.length, until('noticia')]).toEqual([3, undefined]);
  });

  it('run one more load for all changes that come during a load', async () => {
    const { asked, change } = await start();
    await Promise.all([change(rowOf('noticia')), change(rowOf('noticia')), change(rowOf('pagina'))]);
    await settled();
    expect(asked).toHaveLength(3);
  });

  it('answer zero until two seconds after a moment, then load the next one and call onPassed', async () => {
    const { hand, until, timers, passTimer } = await start({ noticia_publicado_em: [{ publicado_em: inSeconds(60) }] });
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([60_000 + SETTLING_MS]);
    hand.now += 61_000;
    expect(until('noticia')).toBe(0);
    hand.now = START;
    hand.rows = { noticia_publicado_em: [{ publicado_em: inSeconds(300) }] };
    await passTimer();
    expect([hand.passed, until('noticia')]).toEqual([1, 238]);
  });

  it('name the tables whose moment has passed to onPassed, and no other', async () => {
    const { hand, passTimer } = await start({
      noticia_publicado_em: [{ publicado_em: inSeconds(60) }],
      pagina_publicado_em: [{ publicado_em: inSeconds(600) }],
    });
    hand.rows = { pagina_publicado_em: [{ publicado_em: inSeconds(600) }] };
    await passTimer();
    expect(hand.passedNames).toEqual(['noticia']);
  });

  it('load again within an hour when the next moment is later', async () => {
    const { hand, timers, passTimer } = await start();
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([3_600_000]);
    await passTimer();
    expect(hand.passed).toBe(0);
  });

  it('answer zero for a changed table until its moments are loaded, and leave other tables alone', async () => {
    const { hand, change, until } = await start({ comunicado_valido_ate: [{ valido_ate: inSeconds(600) }] });
    const gate = Promise.withResolvers<void>();
    hand.held = gate.promise;
    hand.rows = { ...hand.rows, noticia_publicado_em: [{ publicado_em: inSeconds(5) }] };
    await change(rowOf('noticia'));
    expect([until('noticia'), until('noticia_ano'), until('comunicado'), until('contato')]).toEqual([0, 0, 600, undefined]);
    gate.resolve();
    await settled();
    expect([until('noticia'), until('comunicado')]).toEqual([5, 600]);
  });

  it.each<readonly [string, ChangeEvent]>([
    ['changes that may have been missed', { kind: 'gap' }],
    ['settings, which name the zone of days', rowOf('configuracao_site')],
  ])('answer zero for every table after %s', async (_what, event) => {
    const { hand, change, until } = await start({ noticia_publicado_em: [{ publicado_em: inSeconds(600) }] });
    const gate = Promise.withResolvers<void>();
    hand.held = gate.promise;
    await change(event);
    expect([until('noticia'), until('documento'), until('arquivo'), until('contato')]).toEqual([0, 0, 0, undefined]);
    gate.resolve();
    await settled();
    expect([until('noticia'), until('documento')]).toEqual([600, undefined]);
  });

  it('answer zero after a load that began before the change', async () => {
    const { hand, change, until } = await start();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    hand.held = first.promise;
    await change(rowOf('noticia'));
    await change(rowOf('pagina'));
    hand.held = second.promise;
    first.resolve();
    await settled();
    expect([until('noticia'), until('pagina')]).toEqual([undefined, 0]);
    second.resolve();
    await settled();
    expect(until('pagina')).toBeUndefined();
  });

  it('are settled when the load of the last change has ended, also when it fails', async () => {
    const { hand, boundaries, change } = await start();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done: string[] = [];
    await boundaries.settled();
    hand.held = first.promise;
    await change(rowOf('noticia'));
    await change(rowOf('pagina'));
    void boundaries.settled().then(() => done.push('settled'));
    hand.held = second.promise;
    hand.fail = true;
    first.resolve();
    await settled();
    expect(done).toEqual([]);
    second.resolve();
    await settled();
    expect(done).toEqual(['settled']);
  });

  it('load again when a row changes during the first load', async () => {
    const { hand, asked, change, started } = begin();
    const gate = Promise.withResolvers<void>();
    hand.held = gate.promise;
    const loading = started();
    await change(rowOf('noticia'));
    gate.resolve();
    const boundaries = await loading;
    expect(boundaries.secondsUntilNext(['noticia'], hand.now)).toBe(0);
    await settled();
    expect([asked.length, boundaries.secondsUntilNext(['noticia'], hand.now)]).toEqual([2, undefined]);
  });

  it('answer two seconds for a changed table while loads fail, the known moments for others, and try again', async () => {
    const { hand, change, until, timers, passTimer } = await start({
      noticia_publicado_em: [{ publicado_em: inSeconds(600) }],
      comunicado_publicado_em: [{ publicado_em: inSeconds(600) }],
    });
    hand.fail = true;
    await change(rowOf('noticia'));
    expect([until('noticia'), until('comunicado'), hand.log.length, timers.map(({ delayMs }) => delayMs)]).toEqual([2, 600, 1, [1_000]]);
    await passTimer();
    expect([until('noticia'), until('comunicado'), timers.map(({ delayMs }) => delayMs)]).toEqual([2, 599, [2_000]]);
    hand.fail = false;
    hand.rows = {};
    await passTimer();
    expect([until('noticia'), until('comunicado')]).toEqual([undefined, undefined]);
  });

  it('answer a known moment while loads fail, and two seconds once it has passed', async () => {
    const { hand, change, until } = await start({ noticia_publicado_em: [{ publicado_em: inSeconds(1.5) }] });
    hand.fail = true;
    await change(rowOf('noticia'));
    expect(until('noticia')).toBe(1);
    hand.now += 2_000;
    expect(until('noticia')).toBe(0);
    hand.now += SETTLING_MS;
    expect(until('noticia')).toBe(2);
  });

  it('start no load once closed', async () => {
    const { boundaries, listening, timers } = await start();
    boundaries.close();
    expect([listening(), timers.length]).toEqual([0, 0]);
  });

  it('have no listener after a first load that fails', async () => {
    const { hand, listening, started } = begin();
    hand.fail = true;
    await expect(started()).rejects.toThrow('database gone');
    expect(listening()).toBe(0);
  });
});
