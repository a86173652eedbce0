import { describe, expect, it } from 'vitest';
import { ADMIN_CALLER, type ChangeEvent, type ContentBackend, type GraphqlAnswer } from '../../../server/backend/backend.ts';
import type { Schedule } from '../../../server/backend/keep-fresh.ts';
import { createPublicationBoundaries } from '../../../server/backend/publication-boundary.ts';
import type { Logger } from '../../../server/observability/log.ts';

const START = Date.parse('2026-03-10T12:00:00Z');
const SETTLING_MS = 2_000;
const failed: GraphqlAnswer = { kind: 'errors', errors: [{ message: 'database gone', extensions: { path: '$', code: 'unexpected' } }] };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const inSeconds = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

/** A backend that answers with the rows that the test sets, a clock and one timer in the test's hand. */
async function start(rows: Record<string, readonly object[]> = {}, zones: readonly string[] = ['America/Sao_Paulo']) {
  const listeners = new Set<(event: ChangeEvent) => void>();
  const hand = { now: START, rows, zones, fail: false, passed: 0, log: [] as string[] };
  const asked: { readonly caller: unknown; readonly variables: unknown }[] = [];
  const timers: { readonly task: () => void; readonly delayMs: number }[] = [];
  const backend: Pick<ContentBackend, 'execute' | 'onChange'> = {
    execute: async ({ variables }, { caller }) => {
      asked.push({ caller, variables });
      const configuracao_site = hand.zones.map((fuso_horario) => ({ fuso_horario }));
      return hand.fail ? failed : { kind: 'data', json: JSON.stringify({ configuracao_site, ...hand.rows }) };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const schedule: Schedule = (task, delayMs) => {
    const timer = { task, delayMs };
    timers.push(timer);
    return () => timers.splice(0, timers.length, ...timers.filter((each) => each !== timer));
  };
  const log: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: (_fields, message) => hand.log.push(message) };
  const onPassed = (): void => {
    hand.passed += 1;
  };
  const boundaries = await createPublicationBoundaries({
    backend,
    timeZone: 'America/Sao_Paulo',
    log,
    onPassed,
    schedule,
    now: () => hand.now,
  });
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
  const until = (...tables: string[]): number | undefined => boundaries.secondsUntilNext(tables, hand.now);
  return { hand, asked, timers, boundaries, change, passTimer, until, listening: () => listeners.size };
}

const rowOf = (table: string): ChangeEvent => ({ kind: 'rows', changes: [{ table, key: '1', op: 'INSERT' }] });

describe('publication boundaries', () => {
  it('ask as administrator, since what is not visible yet counts', async () => {
    const { asked } = await start();
    expect(asked).toEqual([
      { caller: ADMIN_CALLER, variables: { agora: new Date(START - SETTLING_MS).toISOString(), hoje: '2026-03-10' } },
    ]);
  });

  it('keep the moments of each table apart and take the nearest of the tables asked for', async () => {
    const { until } = await start({
      noticia_publicado_em: [{ publicado_em: inSeconds(90.7) }],
      comunicado_publicado_em: [{ publicado_em: inSeconds(600) }],
      comunicado_valido_ate: [{ valido_ate: inSeconds(30) }],
    });
    expect([until('noticia'), until('comunicado'), until('noticia', 'comunicado'), until('pagina')]).toEqual([90, 30, 30, undefined]);
  });

  it('count a view with the table behind it', async () => {
    const { until } = await start({ noticia_publicado_em: [{ publicado_em: inSeconds(60) }] });
    expect(until('noticia_ano')).toBe(60);
  });

  it('let a first day begin and a last day end at the midnights of the zone', async () => {
    const { until } = await start({
      documento_publicado_em: [{ publicado_em: '2026-03-11' }],
      progestao_certificacao_valido_ate: [{ valido_ate: '2026-03-11' }],
    });
    const fifteenHours = 15 * 3_600;
    expect([until('documento'), until('progestao_certificacao')]).toEqual([fifteenHours, fifteenHours + 86_400]);
  });

  it('end with the day where delays are counted by days', async () => {
    const { until } = await start();
    expect(until('categoria_resumo')).toBe(15 * 3_600);
  });

  it('ask again with the days of the zone that the settings name', async () => {
    const { asked, until } = await start({ documento_publicado_em: [{ publicado_em: '2026-03-12' }] }, ['Pacific/Kiritimati']);
    expect(asked.map(({ variables }) => variables)).toEqual([
      expect.objectContaining({ hoje: '2026-03-10' }),
      expect.objectContaining({ hoje: '2026-03-11' }),
    ]);
    expect(until('documento')).toBe((Date.parse('2026-03-11T10:00:00Z') - START) / 1_000);
  });

  it('keep to the configured zone where the settings name one that is not known here', async () => {
    const { asked, until } = await start({}, ['<-03>3']);
    expect(asked).toHaveLength(1);
    expect(until('categoria_resumo')).toBe(15 * 3_600);
  });

  it('load again when a row of theirs changes or changes may have been missed, and not for others', async () => {
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

  it('share one load between changes that come during one', async () => {
    const { asked, change } = await start();
    await Promise.all([change(rowOf('noticia')), change(rowOf('noticia')), change(rowOf('pagina'))]);
    await settled();
    expect(asked).toHaveLength(3);
  });

  it('hold a passed moment at zero until the database must have seen it, then go on to the next and say so', async () => {
    const { hand, until, timers, passTimer } = await start({ noticia_publicado_em: [{ publicado_em: inSeconds(60) }] });
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([60_000 + SETTLING_MS]);
    hand.now += 61_000;
    expect(until('noticia')).toBe(0);
    hand.now = START;
    hand.rows = { noticia_publicado_em: [{ publicado_em: inSeconds(300) }] };
    await passTimer();
    expect([hand.passed, until('noticia')]).toEqual([1, 238]);
  });

  it('look again within the hour when the next moment is far', async () => {
    const { hand, timers, passTimer } = await start();
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([3_600_000]);
    await passTimer();
    expect(hand.passed).toBe(0);
  });

  it('keep what they knew when the backend fails, log it and try again', async () => {
    const { hand, change, until, timers, passTimer } = await start({ noticia_publicado_em: [{ publicado_em: inSeconds(600) }] });
    hand.fail = true;
    await change(rowOf('noticia'));
    expect([until('noticia'), hand.log.length, timers.map(({ delayMs }) => delayMs)]).toEqual([600, 1, [1_000]]);
    hand.fail = false;
    hand.rows = {};
    await passTimer();
    expect(until('noticia')).toBeUndefined();
  });

  it('are silent once closed', async () => {
    const { boundaries, listening, timers } = await start();
    boundaries.close();
    expect([listening(), timers.length]).toEqual([0, 0]);
  });
});
