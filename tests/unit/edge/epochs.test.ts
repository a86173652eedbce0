import { describe, expect, test } from 'vitest';
import { createEpochs } from '../../../server/edge/epochs.ts';

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

  test('the generation rises with purges only', () => {
    const epochs = createEpochs(() => 0, 10);
    const { generation } = epochs;
    epochs.begin();
    expect(epochs.generation).toBe(generation);
    epochs.purgeKey('k', 'soft');
    expect(epochs.generation).toBeGreaterThan(generation);
  });
});
