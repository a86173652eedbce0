import { describe, expect, test } from 'vitest';
import { createPurgeEpochs, type PurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';

describe('purge epochs', () => {
  test('order request starts and purges within one millisecond', () => {
    const epochs = createPurgeEpochs({ now: () => 1_000, bound: 10, refreshForMs: 60_000 });
    const before = { began: epochs.begin(), groups: ['g'] };
    epochs.purgeGroup('g', 'hard');
    const after = { began: epochs.begin(), groups: ['g'] };
    expect(epochs.verdict('k', before)).toBe('hard');
    expect(epochs.verdict('k', after)).toBe('valid');
  });

  test('keep their order when the clock is set back', () => {
    let now = 5_000;
    const epochs = createPurgeEpochs({ now: () => now, bound: 10, refreshForMs: 60_000 });
    const before = { began: epochs.begin(), groups: [] };
    now = 1_000;
    epochs.purgeAll('hard');
    expect(epochs.verdict('k', before)).toBe('hard');
    expect(epochs.verdict('k', { began: epochs.begin(), groups: [] })).toBe('valid');
  });

  test('a soft purge does not weaken a hard one', () => {
    const epochs = createPurgeEpochs({ now: () => 0, bound: 10, refreshForMs: 60_000 });
    const response = { began: epochs.begin(), groups: ['g'] };
    epochs.purgeGroup('g', 'hard');
    epochs.purgeGroup('g', 'soft');
    expect(epochs.verdict('k', response)).toBe('hard');
  });

  test.each([
    ['another key', (epochs: PurgeEpochs) => epochs.purgeKey('other', 'hard'), false],
    ['the key', (epochs: PurgeEpochs) => epochs.purgeKey('k', 'soft'), true],
    ['any group', (epochs: PurgeEpochs) => epochs.purgeGroup('g', 'soft'), true],
    ['all', (epochs: PurgeEpochs) => epochs.purgeAll('soft'), true],
    ['nothing', () => undefined, false],
  ])('a purge of %s may affect a request under way for a key: %#', (_what, purge, affects) => {
    const epochs = createPurgeEpochs({ now: () => 0, bound: 10, refreshForMs: 60_000 });
    epochs.purgeGroup('before', 'hard');
    epochs.purgeKey('k', 'hard');
    const start = epochs.start();
    purge(epochs);
    expect(epochs.mayAffect('k', start)).toBe(affects);
    expect(epochs.mayAffect('k', epochs.start())).toBe(false);
  });

  test('a forgotten key purge affects all requests that started before it, and none after', () => {
    const epochs = createPurgeEpochs({ now: () => 0, bound: 1, refreshForMs: 60_000 });
    const before = epochs.start();
    epochs.purgeKey('k', 'hard');
    const after = epochs.start();
    epochs.purgeKey('other', 'hard');
    expect([epochs.mayAffect('k', before), epochs.mayAffect('k', after)]).toEqual([true, false]);
  });

  describe('a refresh', () => {
    /** Epochs with a refresh of 60 seconds, a response of the group `g`, and a clock in seconds. */
    function started(bound = 10) {
      let now = 1_000_000;
      const epochs = createPurgeEpochs({ now: () => now, bound, refreshForMs: 60_000 });
      const begin = () => ({ began: epochs.begin(), groups: ['g'] });
      return { epochs, begin, advance: (seconds: number) => void (now += seconds * 1_000) };
    }

    test('counts as a soft purge after its time', () => {
      const { epochs, begin, advance } = started();
      const before = begin();
      epochs.purgeGroup('g', 'refresh');
      const after = begin();
      advance(59);
      expect([epochs.verdict('k', before), epochs.verdict('k', after)]).toEqual(['refresh', 'valid']);
      advance(1);
      expect([epochs.verdict('k', before), epochs.verdict('k', after)]).toEqual(['soft', 'valid']);
    });

    test('does not extend the time of the refresh before it', () => {
      const { epochs, begin, advance } = started();
      const before = begin();
      epochs.purgeGroup('g', 'refresh');
      advance(30);
      const between = begin();
      epochs.purgeGroup('g', 'refresh');
      advance(29);
      expect([before, between].map((response) => epochs.verdict('k', response))).toEqual(['refresh', 'refresh']);
      advance(1);
      expect(epochs.verdict('k', before)).toBe('soft');
      epochs.purgeGroup('g', 'refresh');
      expect(epochs.verdict('k', before)).toBe('soft');
      const last = begin();
      epochs.purgeAll('refresh');
      expect(epochs.verdict('k', last)).toBe('refresh');
    });

    test('a refresh of two groups ends for each in its own time', () => {
      const { epochs, advance } = started();
      const both = { began: epochs.begin(), groups: ['g', 'h'] };
      const one = { began: epochs.begin(), groups: ['h'] };
      epochs.purgeGroup('g', 'refresh');
      advance(30);
      epochs.purgeGroup('h', 'refresh');
      advance(30);
      expect([epochs.verdict('k', both), epochs.verdict('k', one)]).toEqual(['soft', 'refresh']);
    });

    test.each(['hard', 'soft'] as const)('does not weaken a %s purge', (mode) => {
      const { epochs, begin } = started();
      const before = begin();
      epochs.purgeGroup('g', mode);
      epochs.purgeGroup('g', 'refresh');
      expect(epochs.verdict('k', before)).toBe(mode);
    });

    test('ends at once when the clock is set back', () => {
      const { epochs, begin, advance } = started();
      const before = begin();
      epochs.purgeGroup('g', 'refresh');
      advance(-1);
      expect(epochs.verdict('k', before)).toBe('soft');
    });

    test('a forgotten refresh affects all responses for its own time', () => {
      const { epochs, advance } = started(1);
      const before = { began: epochs.begin(), groups: [] };
      epochs.purgeGroup('g', 'refresh');
      epochs.purgeGroup('h', 'refresh');
      expect(epochs.verdict('k', before)).toBe('refresh');
      advance(60);
      expect(epochs.verdict('k', before)).toBe('soft');
    });
  });

  test('the generation increases only with purges', () => {
    const epochs = createPurgeEpochs({ now: () => 0, bound: 10, refreshForMs: 60_000 });
    const { generation } = epochs;
    epochs.begin();
    expect(epochs.generation).toBe(generation);
    epochs.purgeKey('k', 'soft');
    expect(epochs.generation).toBeGreaterThan(generation);
  });
});
