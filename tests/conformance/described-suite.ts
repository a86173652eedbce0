/** The tests of one run of the public HTTP cache test suite: all required cases except those in `exemptions.ts`, and nine tenths of the optimal cases. */
import { beforeAll, describe, expect, test } from 'vitest';
import { EXEMPTIONS } from './exemptions.ts';
import { type Case, installSuite, type Kind, type Results, runSuite, suiteCases } from './suite.ts';

export async function describeSuite({ isDirect }: { readonly isDirect: boolean }): Promise<void> {
  await installSuite();
  const cases = await suiteCases();
  const byId = new Map(cases.map((one) => [one.id, one]));
  let results: Results = new Map();
  let direct = 0;

  /** As in the suite itself, a case passes only if all cases that it depends on pass. */
  function passed(id: string): boolean {
    return results.get(id) === true && (byId.get(id)?.dependsOn ?? []).every(passed);
  }

  function ofKind(kind: Kind): readonly Case[] {
    return cases.filter((one) => one.kind === kind);
  }

  beforeAll(async () => {
    ({ results, direct } = await runSuite({ isDirect }));
  }, 300_000);

  describe('http-cache-tests', () => {
    test('ran every case', () => {
      expect(cases.length).toBeGreaterThan(300);
      expect(cases.filter(({ id }) => !results.has(id)).map(({ id }) => id)).toEqual([]);
    });

    test.each(ofKind('required').filter(({ id }) => !(id in EXEMPTIONS)))('required: $id', ({ id }) => {
      expect({ result: results.get(id), passed: passed(id) }).toEqual({ result: true, passed: true });
    });

    test('every exempted case exists and fails', () => {
      expect(Object.keys(EXEMPTIONS).filter((id) => !byId.has(id) || passed(id))).toEqual([]);
    });

    test('passes at least nine tenths of the optimal cases', () => {
      const failing = ofKind('optimal').filter(({ id }) => !passed(id));
      const allowed = Math.floor(ofKind('optimal').length / 10);
      expect(failing.slice(allowed).map(({ id }) => id)).toEqual([]);
    });

    // Of fewer than two hundred hits, many of which are of stale responses and ranges.
    test('answered dozens of requests at the socket, or none where each connection is closed', () => {
      expect(direct > 36).toBe(isDirect);
      expect(direct === 0).toBe(!isDirect);
    });
  });
}
