import { describe, expect, test } from 'vitest';
import { createEpochs, type Epochs } from '../../../../server/edge/store/purge-epochs.ts';

describe('epochs', () => {
  test('order beginnings and purges within one millisecond', () => {
    const epochs = createEpochs(() => 1_000, 10);
    const before = { began: epochs.begin(), groups: ['g'] };
    epochs.purgeGroup('g', 'hard');
    const after = { began: epochs.begin(), groups: ['g'] };
    expect(epochs.verdict('k', before)).toBe('hard');
    expect(epochs.verdict('k', after)).toBe('valid');
  });

  test('keep their order when the clock is set back', () => {
    let now = 5_000;
    const epochs = createEpochs(() => now, 10);
    const before = { began: epochs.begin(), groups: [] };
    now = 1_000;
    epochs.purgeAll('hard');
    expect(epochs.verdict('k', before)).toBe('hard');
    expect(epochs.verdict('k', { began: epochs.begin(), groups: [] })).toBe('valid');
  });

  test('a soft purge does not weaken a hard one', () => {
    const epochs = createEpochs(() => 0, 10);
    const response = { began: epochs.begin(), groups: ['g'] };
    epochs.purgeGroup('g', 'hard');
    epochs.purgeGroup('g', 'soft');
    expect(epochs.verdict('k', response)).toBe('hard');
  });

  test.each([
    ['another key', (epochs: Epochs) => epochs.purgeKey('other', 'hard'), false],
    ['the key', (epochs: Epochs) => epochs.purgeKey('k', 'soft'), true],
    ['any group', (epochs: Epochs) => epochs.purgeGroup('g', 'soft'), true],
    ['all', (epochs: Epochs) => epochs.purgeAll('soft'), true],
    ['nothing', () => undefined, false],
  ])('a purge of %s may concern what is under way for a key: %#', (_what, purge, concerns) => {
    const epochs = createEpochs(() => 0, 10);
    epochs.purgeGroup('before', 'hard');
    epochs.purgeKey('k', 'hard');
    const mark = epochs.mark();
    purge(epochs);
    expect(epochs.mayConcern('k', mark)).toBe(concerns);
    expect(epochs.mayConcern('k', epochs.mark())).toBe(false);
  });

  test('a key that is forgotten concerns all that began before its purge, and nothing later', () => {
    const epochs = createEpochs(() => 0, 1);
    const before = epochs.mark();
    epochs.purgeKey('k', 'hard');
    const after = epochs.mark();
    epochs.purgeKey('other', 'hard');
    expect([epochs.mayConcern('k', before), epochs.mayConcern('k', after)]).toEqual([true, false]);
  });

  test('the generation rises with purges only', () => {
    const epochs = createEpochs(() => 0, 10);
    const { generation } = epochs;
    epochs.begin();
    expect(epochs.generation).toBe(generation);
    epochs.purgeKey('k', 'soft');
    expect(epochs.generation).toBeGreaterThan(generation);
  });
});
