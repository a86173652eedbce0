/**
 * Sends the same random bytes to the edge behind Node's HTTP parser and at the socket, and compares what comes back, byte for byte.
 *
 *   node tests/bench/direct-paths.ts [packets] [seed]
 */
import { comparePaths } from '../support/both-paths/compare.ts';

const packets = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 2_147_483_647);
process.stdout.write(`seed ${seed}\n`);
const total = { connections: 0, packets: 0, direct: 0 };
for (let round = 0; total.packets < packets; round += 1) {
  const one = await comparePaths(round % 2 === 0 ? 'site' : 'plain', 500, seed + round);
  for (const name of ['connections', 'packets', 'direct'] as const) total[name] += one[name];
  process.stdout.write(
    `${total.packets} packets on ${total.connections} connections, ${total.direct} answers at the socket, no difference\n`,
  );
}
