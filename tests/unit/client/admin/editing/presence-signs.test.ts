import { describe, expect, test } from 'vitest';
import type { RunGraphql, RunOptions, Variables } from '../../../../../client/admin/data/graphql.ts';
import type { LiveQuery } from '../../../../../client/admin/data/live.ts';
import { createPresence } from '../../../../../client/admin/editing/presence/presence-signs.ts';

const ROW = { tabela: 'noticia', chave: '1' };
const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 22) + seconds * 1_000).toISOString();
const bia = (expires: number) => ({ expira_em: at(expires), autor: { nome: 'Bia' } });

/** A server whose answers wait until they are let go, and a clock that moves by hand. */
function documentOf() {
  const asked: string[] = [];
  const options: RunOptions[] = [];
  const answers: (() => void)[] = [];
  const live: LiveQuery<never>[] = [];
  const stopped: number[] = [];
  const named: string[][] = [];
  const clock = { now: 0, hidden: false };
  let due: (() => void) | null = null;
  const run: RunGraphql = <Data>(query: string, _variables?: Variables, given: RunOptions = {}) => {
    asked.push(/mutation (\w+)/.exec(query)?.[1] ?? query);
    options.push(given);
    return new Promise<Data>((resolve) => {
      answers.push(() => resolve({ insert_presenca_one: { usuario: 'ana', visto_em: at(clock.now) } } as Data));
    });
  };
  const presence = createPresence({
    run,
    follow: (query) => {
      const index = live.push(query) - 1;
      return () => stopped.push(index);
    },
    timers: {
      after: (_ms, act) => {
        due = act;
        return () => {
          due = null;
        };
      },
    },
    isHidden: () => clock.hidden,
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return {
    presence,
    asked,
    options,
    live,
    stopped,
    named,
    clock,
    settle,
    answer: async () => {
      answers.shift()?.();
      await settle();
    },
    tick: async (seconds: number) => {
      clock.now += seconds;
      due?.();
      await settle();
    },
    tell: (...rows: readonly object[]) => live.at(-1)?.onData({ presenca: rows } as never),
    enter: () => presence.enter(ROW, (names) => named.push([...names])),
  };
}

describe('who has a row open', () => {
  test('signs it, follows the others once, and signs again without asking for them', async () => {
    const ana = documentOf();
    ana.enter();
    await ana.settle();
    expect([ana.asked, ana.live]).toEqual([['EnterRow'], []]);
    await ana.answer();
    expect(ana.live.map(({ variables }) => variables)).toEqual([{ ...ROW, usuario: 'ana' }]);
    expect(ana.live[0]?.query).toMatch(/^subscription/);
    ana.tell(bia(45));
    expect(ana.named.at(-1)).toEqual(['Bia']);
    await ana.tick(15);
    await ana.answer();
    expect([ana.asked, ana.live.length, ana.named.at(-1)]).toEqual([['EnterRow', 'EnterRow'], 1, ['Bia']]);
    ana.tell();
    expect(ana.named.at(-1)).toEqual([]);
  });

  test('an editor who signs no more is not shown, even where no event tells of it', async () => {
    const ana = documentOf();
    ana.enter();
    await ana.settle();
    await ana.answer();
    ana.tell(bia(20));
    await ana.tick(15);
    await ana.answer();
    expect(ana.named.at(-1)).toEqual(['Bia']);
    await ana.tick(15);
    await ana.answer();
    expect(ana.named.at(-1)).toEqual([]);
  });

  test('follows again with the next sign after the socket was lost', async () => {
    const ana = documentOf();
    ana.enter();
    await ana.settle();
    await ana.answer();
    ana.tell(bia(45));
    ana.live[0]?.onEnd();
    expect(ana.named.at(-1)).toEqual([]);
    await ana.tick(15);
    await ana.answer();
    expect(ana.live.length).toBe(2);
    ana.tell(bia(60));
    expect(ana.named.at(-1)).toEqual(['Bia']);
  });

  test('leaves after the sign that is under way, and signs no more', async () => {
    const ana = documentOf();
    const row = ana.enter();
    await ana.settle();
    const left = row.leave();
    await ana.settle();
    expect(ana.asked).toEqual(['EnterRow']);
    await ana.answer();
    expect([ana.asked, ana.live.length]).toEqual([['EnterRow', 'LeaveRow'], 0]);
    await ana.answer();
    await left;
    await ana.tick(15);
    row.sign();
    await ana.settle();
    expect([ana.asked, ana.named]).toEqual([['EnterRow', 'LeaveRow'], []]);
  });

  test('leaves all rows before a sign-out, each once', async () => {
    const ana = documentOf();
    const row = ana.enter();
    await ana.settle();
    await ana.answer();
    const left = ana.presence.leaveAll();
    await ana.settle();
    await ana.answer();
    await left;
    await Promise.all([row.leave(), ana.presence.leaveAll()]);
    expect([ana.asked, ana.stopped]).toEqual([['EnterRow', 'LeaveRow'], [0]]);
  });

  test('tells the server while the window closes, by a request that outlives it, and is back where it stays open', async () => {
    const ana = documentOf();
    ana.enter();
    await ana.settle();
    await ana.answer();
    ana.presence.pause();
    expect([ana.asked.at(-1), ana.options.at(-1)]).toEqual(['LeaveRow', { quiet: true, keepalive: true }]);
    await ana.tick(15);
    expect(ana.asked.at(-1)).toBe('EnterRow');
  });

  test('signs nothing in the background, and at once when it is looked at', async () => {
    const ana = documentOf();
    const row = ana.enter();
    await ana.settle();
    await ana.answer();
    ana.clock.hidden = true;
    await ana.tick(15);
    expect(ana.asked).toEqual(['EnterRow']);
    ana.clock.hidden = false;
    row.sign();
    await ana.settle();
    expect(ana.asked).toEqual(['EnterRow', 'EnterRow']);
  });

  test('the presence of an editor asks for no sign-in', async () => {
    const ana = documentOf();
    const row = ana.enter();
    await ana.settle();
    await ana.answer();
    void row.leave();
    await ana.settle();
    expect(ana.options.map(({ quiet }) => quiet)).toEqual([true, true]);
  });
});
