/** Many changes in a row, as an import makes them, while the database is slow to answer. */
import { expect, test } from 'vitest';
import { ADMIN_CALLER, type ChangeEvent, type ContentBackend, type RowChange } from '../../../server/backend/backend.ts';
import type { Purge } from '../../../server/edge/index.ts';
import { SILENT_LOG } from '../../../server/observability/log.ts';
import { type ChangePurging, purgeOnChange } from '../../../server/purge/purge-on-change.ts';
import { MAX_ASKED } from '../../../server/purge/related-rows.ts';
import { ESTADO_VAZIO } from '../../../shared/estado/estado.ts';

const NOTHING_AROUND = JSON.stringify({
  documento_arquivo: [],
  comunicado_arquivo: [],
  pessoa: [],
  documento_relacao: [],
  documento: [],
  membro_orgao: [],
  orgao_colegiado: [],
  reuniao: [],
  unidade: [],
  progestao_evidencia: [],
});

interface Hand {
  readonly purging: ChangePurging;
  readonly purges: Purge[];
  /** The documents of each question, in order. */
  readonly questions: (readonly string[])[];
  readonly change: (id: string) => void;
  /** Lets the database answer from now on. */
  readonly answer: () => void;
}

function slowDatabase(): Hand {
  const listeners: ((event: ChangeEvent) => void)[] = [];
  const purges: Purge[] = [];
  const questions: (readonly string[])[] = [];
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  const backend: Pick<ContentBackend, 'execute' | 'onChange'> = {
    execute: async ({ variables }, { caller }) => {
      expect(caller).toBe(ADMIN_CALLER);
      questions.push((variables as { readonly documentos: readonly string[] }).documentos);
      await answering;
      return { kind: 'data', json: NOTHING_AROUND };
    },
    onChange: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const purging = purgeOnChange({
    backend,
    siteState: { current: () => ESTADO_VAZIO, onRefresh: () => () => undefined },
    edge: { purge: (what) => purges.push(what) },
    routes: [],
    partOf: () => null,
    log: SILENT_LOG,
  });
  const changed = (key: string): RowChange => ({ table: 'documento', key, op: 'UPDATE', refs: [], columns: ['publicado'] });
  return {
    purging,
    purges,
    questions,
    change: (key) => {
      for (const listener of listeners) listener({ kind: 'rows', changes: [changed(key)] });
    },
    answer,
  };
}

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_unused, index) => String(index + 1));

test('what changes while the database is asked is one more question', async () => {
  const { purging, questions, purges, change, answer } = slowDatabase();
  for (const id of ids(100)) change(id);
  answer();
  await purging.settled();
  expect(questions).toEqual([['1'], ids(100).slice(1)]);
  expect(purges.filter(({ kind }) => kind === 'all')).toEqual([]);
});

test('more rows than can be asked about purge everything, and are not asked about', async () => {
  const { purging, questions, purges, change, answer } = slowDatabase();
  for (const id of ids(MAX_ASKED + 2)) change(id);
  expect(purges.filter(({ kind }) => kind === 'all')).toEqual([{ kind: 'all', mode: 'hard' }]);
  answer();
  await purging.settled();
  expect(questions).toEqual([['1']]);
});

test('a change after the last answer is asked about as well', async () => {
  const { purging, questions, change, answer } = slowDatabase();
  answer();
  change('1');
  await purging.settled();
  change('2');
  await purging.settled();
  expect(questions).toEqual([['1'], ['2']]);
});
