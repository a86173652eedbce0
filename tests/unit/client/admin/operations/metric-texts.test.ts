import { describe, expect, it } from 'vitest';
import {
  answersOf,
  duration,
  elapsed,
  processOf,
  slowText,
  warningsOf,
  workRows,
} from '../../../../../client/admin/operations/metric-texts.ts';
import { readOperations } from '../../../../../client/admin/operations/operations-request.ts';
import type { ReplicaMetrics } from '../../../../../shared/operations/replica-metrics.ts';

const NOW = 1_800_000_000_000;

const METRICS: ReplicaMetrics = {
  id: 'site-1',
  build: 'b1',
  backend: 'embedded',
  startedAt: NOW - 90 * 60_000,
  at: NOW,
  isReady: true,
  isSharing: null,
  edge: {
    hits: 1_800,
    staleHits: 20,
    forwards: 150,
    passes: 10,
    joins: 50,
    notAdmitted: 3,
    shed: 2,
    purges: 4,
    entries: 60,
    bytes: 3_145_728,
    evictions: 1,
  },
  requests: { count: 160, faults: 1 },
  renders: [{ name: 'lai', count: 4, failures: 1, totalMs: 50, longestMs: 30 }],
  operations: [],
  pictures: [],
  slow: [],
  queue: { waiting: 5, failed: 0 },
  followers: { waiting: 7, failed: 2 },
  memory: { rss: 209_715_200, heapUsed: 104_857_600, heapTotal: 1, external: 1, arrayBuffers: 1 },
  loop: { meanMs: 0.2, p99Ms: 12, maxMs: 48 },
  faults: { error: 1, warn: 2 },
};

describe('the figures of a replica', () => {
  it('say what visitors got', () => {
    const facts = Object.fromEntries(answersOf(METRICS));
    expect(facts['Respondido pelo cache']).toBe('90 % (1.800 de 2.000 pedidos)');
    expect(facts['Pedidos à aplicação']).toBe('160, 1 com falha nossa');
    expect(facts['Recusados']).toBe('3 por excesso de um visitante, 2 por sobrecarga');
    expect(facts['Guardado agora']).toBe('60 endereços, 3 MB');
  });

  it('say nothing of a share before the first request', () => {
    expect(Object.fromEntries(answersOf({ ...METRICS, edge: {} }))['Respondido pelo cache']).toContain('nenhum pedido ainda');
  });

  it('say how the process is, and nothing of e-mails where none are sent', () => {
    expect(Object.fromEntries(processOf(METRICS))).toMatchObject({
      Memória: '200 MB, dos quais 100 MB em objetos',
      'E-mails na fila': '5',
    });
    expect(Object.fromEntries(processOf({ ...METRICS, queue: null }))['E-mails na fila']).toBeNull();
  });

  it('name what asks for attention, and nothing when all is well', () => {
    expect(warningsOf(METRICS)).toEqual([]);
    const slow = { kind: 'operation', name: 'Lai', milliseconds: 9_000, outcome: 'timeout', at: NOW - 1, traceId: null } as const;
    const bad: ReplicaMetrics = {
      ...METRICS,
      isReady: false,
      isSharing: false,
      loop: { ...METRICS.loop, p99Ms: 900 },
      queue: { waiting: 0, failed: 1 },
      slow: [slow, { ...slow, at: NOW - 3_600_000 }, { ...slow, outcome: 'ok' }],
    };
    expect(warningsOf(bad)).toHaveLength(5);
    expect(warningsOf(bad).at(-1)).toBe('Uma operação demorada falhou há pouco.');
  });

  it('are rows of a table', () => {
    expect(workRows(METRICS.renders)).toEqual([{ name: 'lai', count: '4', failures: '1', mean: '13 ms', longest: '30 ms' }]);
    expect(slowText({ kind: 'render', name: 'lai', milliseconds: 600, outcome: 'abandoned', at: 1, traceId: null })).toEqual([
      'página lai',
      'o visitante saiu',
    ]);
  });
});

describe('times', () => {
  it.each([
    [0.42, '0,4 ms'],
    [35.4, '35 ms'],
    [2_140, '2,1 s'],
  ])('%d ms are written as %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it.each([
    [59_000, '0 min'],
    [90 * 60_000, '1 h 30 min'],
    [(26 * 60 + 5) * 60_000, '1 d 2 h'],
  ])('since a start of %d ms ago are %s', (ms, text) => {
    expect(elapsed(ms)).toBe(text);
  });
});

describe('the question', () => {
  it.each([
    ['who does not administer', () => Promise.resolve(new Response('', { status: 403 })), 'Só quem administra o site vê esta tela.'],
    [
      'a server in trouble',
      () => Promise.resolve(new Response('', { status: 503 })),
      'O servidor não respondeu como esperado. Tente de novo em instantes.',
    ],
    ['no network', () => Promise.reject(new TypeError('failed')), 'O servidor não respondeu. Tente de novo em instantes.'],
  ])('says so to %s', async (_who, fetchFrom, message) => {
    await expect(readOperations(fetchFrom)).rejects.toThrow(message);
  });
});
