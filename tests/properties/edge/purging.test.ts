/** In any order of renders, settled responses and purges, a request after a change never receives the content before it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Purge } from '../../../server/edge/index.ts';
import type { SettledResponse } from '../../../shared/cache/exchange.ts';
import { type Gate, gate, startWorld, until } from '../../integration/edge/harness.ts';

interface Render {
  readonly version: number;
  readonly rest: Gate;
  readonly settling: Gate;
}

const PURGES: Readonly<Record<'groups' | 'url' | 'all', Purge>> = {
  groups: { kind: 'groups', groups: ['news'], host: 'site.test', mode: 'hard' },
  url: { kind: 'url', url: '/', host: 'site.test', mode: 'hard' },
  all: { kind: 'all', mode: 'hard' },
};

type Step =
  | { readonly kind: 'ask' | 'leave' | 'settle' | 'fail' | 'end'; readonly which: number }
  | { readonly kind: 'change'; readonly by: 'groups' | 'url' | 'all' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('ask' as const), which: fc.nat(9) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('leave' as const, 'settle', 'fail', 'end', 'settle', 'end'), which: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), by: fc.constantFrom('groups' as const, 'url', 'all') }) },
);

const text = (version: number): string => `version ${version}`;

function settledOf(version: number): SettledResponse {
  return { status: 200, headers: { 'cdn-cache-control': 'max-age=600', 'cache-groups': '"news"' }, body: Buffer.from(text(version)) };
}

/** Plays the steps. Returns the responses that are older than their requests allow. */
async function play(steps: readonly Step[]): Promise<readonly string[]> {
  let version = 1;
  const renders: Render[] = [];
  const failed = new Set<Render>();
  const world = await startWorld(async (_req, res, exchange) => {
    const render = { version, rest: gate(), settling: gate() };
    renders.push(render);
    exchange.settle(render.settling.opened.then(() => (failed.has(render) ? null : settledOf(render.version))));
    res.setHeader('CDN-Cache-Control', 'no-store');
    res.write(text(render.version).slice(0, 3));
    await render.rest.opened;
    res.end(text(render.version).slice(3));
  });
  const asked: { readonly least: number; readonly pending: ReturnType<typeof world.open> }[] = [];
  const left = new Set<object>();
  const at = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];
  const act = (one: Step): void => {
    if (one.kind === 'ask') {
      asked.push({ least: version, pending: world.open('/') });
    } else if (one.kind === 'change') {
      version += 1;
      world.edge.purge(PURGES[one.by]);
    } else if (one.kind === 'leave') {
      const client = at(asked, one.which);
      if (client !== undefined) left.add(client);
      client?.pending.leave();
    } else {
      const render = at(renders, one.which);
      if (render !== undefined && one.kind === 'fail') failed.add(render);
      (one.kind === 'end' ? render?.rest : render?.settling)?.open();
    }
  };
  try {
    for (const one of steps) {
      act(one);
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    let answered = 0;
    const answers = asked.filter((client) => !left.has(client)).map(({ least, pending }) => ({ least, answer: pending.answer }));
    for (const { answer } of answers) void answer.then(() => (answered += 1));
    await until(() => {
      for (const { rest, settling } of renders) {
        rest.open();
        settling.open();
      }
      return answered === answers.length && world.edge.stats().flights === 0;
    });
    const read = await Promise.all(answers.map(async ({ least, answer }) => ({ least, body: (await answer).body })));
    return read
      .filter(({ least, body }) => Number(/^version (\d+)$/.exec(body)?.[1] ?? 0) < least)
      .map(({ least, body }) => `${body} for ${least}`);
  } finally {
    await world.close();
  }
}

test('a request after a change never receives older content', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      expect(await play(steps)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
