/** The public HTTP cache test suite: all required cases but those in `exemptions.ts`, and nine tenths of the optimal ones. */
import { beforeAll, describe, expect, test } from 'vitest';
import { EXEMPTIONS } from './exemptions.ts';
import { type Case, installSuite, type Kind, type Results, runSuite, suiteCases } from './suite.ts';

await installSuite();
const cases = await suiteCases();
const byId = new Map(cases.map((one) => [one.id, one]));
let results: Results = new Map();

/** A case counts only when those that it depends on passed too, as the suite itself counts. */
function passed(id: string): boolean {
  return results.get(id) === true && (byId.get(id)?.dependsOn ?? []).every(passed);
}

function ofKind(kind: Kind): readonly Case[] {
  return cases.filter((one) => one.kind === kind);
}

beforeAll(async () => {
  results = await runSuite();
}, 300_000);

describe('http-cache-tests', () => {
  test('ran every case', () => {
    expect(cases.length).toBeGreaterThan(300);
    expect(cases.filter(({ id }) => !results.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test.each(ofKind('required').filter(({ id }) => !(id in EXEMPTIONS)))('required: $id', ({ id }) => {
    expect({ says: results.get(id), counts: passed(id) }).toEqual({ says: true, counts: true });
  });

  test('no case is exempt that passes, or that is not there', () => {
    expect(Object.keys(EXEMPTIONS).filter((id) => !byId.has(id) || passed(id))).toEqual([]);
  });

  test('passes nine tenths of the optimal cases', () => {
    const failing = ofKind('optimal').filter(({ id }) => !passed(id));
    const allowed = Math.floor(ofKind('optimal').length / 10);
    expect(failing.slice(allowed).map(({ id }) => id)).toEqual([]);
  });
});
