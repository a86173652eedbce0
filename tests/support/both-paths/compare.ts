/** Sends the same bytes down both paths and compares what comes back. */
import fc from 'fast-check';
import type { Clock } from '../../../server/edge/index.ts';
import { connectionSteps, type Step } from './bytes.ts';
import { type Connection, createPath, type Path } from './paths.ts';
import { answerAsOrigin, fill } from './site.ts';

export interface Comparison {
  readonly connections: number;
  readonly packets: number;
  /** Answers of the one path that Node's parser did not see. */
  readonly direct: number;
}

interface SteppedClock extends Clock {
  advance(seconds: number): void;
}

/** Nothing waits for a timer here: the origin answers at once. */
function steppedClock(): SteppedClock {
  let now = Date.UTC(2026, 10, 21, 12);
  return {
    now: () => now,
    after: () => () => undefined,
    advance: (seconds) => {
      now += seconds * 1_000;
    },
  };
}

/**
 * The edge as the site has it, and as a plain cache. Where clients can have a response fetched again, it is not encoded: how long that takes
 * would decide what they get.
 */
const RULES = {
  site: { encoding: {}, clientDirectives: 'ignore-reload', credentials: 'ignore', varyInKey: ['accept'] },
  plain: {},
} as const;

/** Compares over `connections` random connections. @throws with the seed and the shortest connection that the paths answer differently */
export async function comparePaths(rules: keyof typeof RULES, connections: number, seed: number): Promise<Comparison> {
  const clock = steppedClock();
  const [plain, direct] = [false, true].map((isDirect) => createPath(answerAsOrigin, { clock, ...RULES[rules] }, isDirect));
  if (plain === undefined || direct === undefined) throw new Error('two paths');
  await Promise.all([plain, direct].map((path) => fill(path, { isEncoded: rules === 'site' })));
  let packets = 0;
  const property = fc.asyncProperty(connectionSteps, async (steps) => {
    packets += await play(steps, [plain, direct], clock);
  });
  try {
    await fc.assert(property, { numRuns: connections, seed, endOnFailure: true });
    return { connections, packets, direct: direct.direct() };
  } finally {
    plain.close();
    direct.close();
  }
}

async function play(steps: readonly Step[], paths: readonly [Path, Path], clock: SteppedClock): Promise<number> {
  const connect = () => [paths[0].connect(), paths[1].connect()] as const;
  let ends = connect();
  let packets = 0;
  for (const step of steps) {
    switch (step.kind) {
      case 'wait':
        clock.advance(step.seconds);
        break;
      case 'purge':
        for (const { edge } of paths) edge.purge({ kind: 'url', url: '/curta', mode: step.mode });
        break;
      case 'end':
        for (const end of ends) end.push(null);
        await settled(paths, ends, steps);
        break;
      case 'bytes':
        for (const packet of step.packets) {
          packets += 1;
          for (const end of ends) end.push(Buffer.from(packet, 'latin1'));
          await settled(paths, ends, steps);
          if (ends.some(isOver)) break;
        }
    }
    // What comes after goes to new connections.
    if (ends.some(isOver)) ends = connect();
  }
  for (const end of ends) end.destroy();
  return packets;
}

async function settled(paths: readonly [Path, Path], ends: readonly [Connection, Connection], steps: readonly Step[]): Promise<void> {
  await Promise.all(paths.map((path) => path.settle()));
  const [plain, direct] = ends.map(seen);
  if (plain !== direct) throw new Error(`the paths differ\n${JSON.stringify(steps)}\nby Node:\n${plain}\nat the socket:\n${direct}`);
}

function isOver({ destroyed, writableEnded, readableEnded }: Connection): boolean {
  return destroyed || writableEnded || readableEnded;
}

/** Node states the time of the day in responses of its own. */
function seen({ sent, destroyed, writableEnded }: Connection): string {
  return `${sent.replaceAll(/\r\nDate: [^\r]*/g, '')}\n${destroyed ? 'closed' : writableEnded ? 'ended' : 'open'}`;
}
