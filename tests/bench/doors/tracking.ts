/**
 * Whether the time of an answer tells that a protocol exists: a wrong code of a case that is there and one of a case that is not, in turns, each
 * from an address of its own behind a trusted proxy.
 *
 *   node tests/bench/doors/tracking.ts [--pairs 400] [--on pglite,postgres]
 *
 * Needs a build. Prints the medians, their ratio, and in how many of the pairs the case that is there took longer: half of them where nothing is told.
 */
import { parseArgs } from 'node:util';
import { caseForms, readReceipt, submit } from '../../support/cases/forms.ts';
import { postgresForTests } from '../../support/postgres.ts';
import { startSite } from '../../support/site.ts';
import { median } from '../timing.ts';

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '400' }, on: { type: 'string', default: 'pglite,postgres' } },
});
const pairs = Number(values.pairs);

/** Unmeasured: the first ones compile. */
const WARM_UP = 40;
const WRONG_CODE = '00000000';

/** The address is one of 198.18.0.0/15, which is for benchmarks (RFC 2544): five wrong codes of one address are the last. */
const addressOf = (index: number): string => `198.18.${(index >> 8) & 255}.${index & 255}`;

async function measure(kind: string): Promise<void> {
  const postgres = kind === 'postgres' ? await postgresForTests() : null;
  const database = postgres === null ? {} : { DATABASE_URL: postgres.connectionString };
  const site = await startSite({ environment: { DEMO_CONTENT: 'off', TRUST_PROXY: '1', LOG_LEVEL: 'error', ...database } });
  try {
    const { protocolo: present } = await readReceipt(site, await submit(site, caseForms.ouvidoria('medida')));
    const absent = present.replace(/\d{6}/, '900000');
    const ask = async (protocolo: string, address: string): Promise<number> => {
      const headers = { Origin: site.url, Accept: 'text/html', 'X-Forwarded-For': address };
      const body = new URLSearchParams({ protocolo, codigo: WRONG_CODE });
      const began = performance.now();
      const answer = await fetch(`${site.url}/_casos/acompanhar`, { method: 'POST', headers, body });
      await answer.text();
      if (answer.status !== 404) throw new Error(`the answer was ${answer.status}`);
      return performance.now() - began;
    };
    const times: { readonly present: number; readonly absent: number }[] = [];
    for (let index = 0; index < pairs + WARM_UP; index += 1) {
      const address = addressOf(index);
      // Each of the two is the first as often as the other.
      const first = index % 2 === 0 ? await ask(present, address) : null;
      const other = await ask(absent, address);
      times.push({ present: first ?? (await ask(present, address)), absent: other });
    }
    const measured = times.slice(WARM_UP);
    const there = median(measured.map((pair) => pair.present));
    const not = median(measured.map((pair) => pair.absent));
    const longer = measured.filter((pair) => pair.present > pair.absent).length;
    process.stdout.write(
      `${kind}, ${pairs} pairs: wrong code ${there.toFixed(2)} ms, unknown protocol ${not.toFixed(2)} ms (x${(there / not).toFixed(3)}); ` +
        `the wrong code took longer in ${((100 * longer) / pairs).toFixed(0)} % of them\n`,
    );
  } finally {
    await site.stop();
    await postgres?.stop();
  }
}

for (const kind of values.on.split(',')) await measure(kind);
