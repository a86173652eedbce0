import { describe, expect, test } from 'vitest';
import { createPurgeEpochs, type PurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';

describe('purge epochs', () => {
  test('order request starts and purges within one millisecond', () => {
    const epochs = createPurgeEpochs(() => 1_000, 10);
    const before = { began: epochs.begin(), groups: ['g'] };
    epochs.purgeGroup('g', 'hard');
    const after = { began: epochs.begin(), groups: ['g'] };
    expect(epochs.verdict('k', before)).toBe('hard');
    expect(epochs.verdict('k', after)).toBe('valid');
  });

  test('keep their order when the clock is set back', () => {
    let now = 5_000;
    const epochs = createPurgeEpochs(() => now, 10);
    const before = { began: epochs.begin(), groups: [] };
    now = 1_000;
    epochs.purgeAll('hard');
    expect(epochs.verdict('k', before)).toBe('hard');
    expect(epochs.verdict('k', { began: epochs.begin(), groups: [] })).toBe('valid');
  });

  test('a soft purge does not weaken a hard one', () => {
    const epochs = createPurgeEpochs(() => 0, 10);
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
    const epochs = createPurgeEpochs(() => 0, 10);
    epochs.purgeGroup('before', 'hard');
    epochs.purgeKey('k', 'hard');
    const start = epochs.start();
    purge(epochs);
    expect(epochs.mayAffect('k', start)).toBe(affects);
    expect(epochs.mayAffect('k', epochs.start())).toBe(false);
  });

  test('a forgotten key purge affects all requests that started before it, and none after', () => {
    const epochs = createPurgeEpochs(() => 0, 1);
    const before = epochs.start();
    epochs.purgeKey('k', 'hard');
    const after = epochs.start();
    epochs.purgeKey('other', 'hard');
    expect([epochs.mayAffect('k', before), epochs.mayAffect('k', after)]).toEqual([true, false]);
  });

  test('the generation increases only with purges', () => {
    const epochs = createPurgeEpochs(() => 0, 10);
    const { generation } = epochs;
    epochs.begin();
    expect(epochs.generation).toBe(generation);
    epochs.purgeKey('k', 'soft');
    expect(epochs.generation).toBeGreaterThan(generation);
  });
});
