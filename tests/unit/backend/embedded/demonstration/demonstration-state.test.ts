import { describe, expect, it } from 'vitest';
import { type DemonstrationChoice, wantedState } from '../../../../../server/backend/embedded/demonstration/demonstration.ts';
import type { DemonstrationState } from '../../../../../server/backend/embedded/migrations/installation.ts';

describe('wantedState', () => {
  it.each<[DemonstrationChoice, boolean, DemonstrationState | undefined, DemonstrationState]>([
    ['auto', false, undefined, 'pendente'],
    ['auto', true, undefined, 'desligada'],
    ['auto', false, 'pendente', 'pendente'],
    ['auto', false, 'desligada', 'desligada'],
    ['auto', true, 'pendente', 'pendente'],
    [true, true, undefined, 'pendente'],
    [true, false, 'desligada', 'pendente'],
    [false, false, undefined, 'desligada'],
    [false, false, 'pendente', 'desligada'],
    [false, false, 'carregada', 'carregada'],
    ['auto', false, 'carregada', 'carregada'],
    [true, false, 'carregada', 'carregada'],
  ])('choice %s, on a server %s, recorded %s: %s', (choice, onServer, recorded, expected) => {
    expect(wantedState({ choice, onServer, recorded })).toBe(expected);
  });
});
