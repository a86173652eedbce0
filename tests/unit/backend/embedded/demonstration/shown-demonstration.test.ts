import { expect, test } from 'vitest';
import type { ChangeEvent } from '../../../../../server/backend/backend.ts';
import type { Row } from '../../../../../server/backend/embedded/database.ts';
import { followDemonstration } from '../../../../../server/backend/embedded/demonstration/shown-demonstration.ts';

const rowsOf = (table: string, key: string): ChangeEvent => ({ kind: 'rows', changes: [{ table, key, op: 'INSERT', refs: [] }] });

/** What a process knows of the demonstration; `recorded` is what the database answers when it is asked again. */
function following(recorded: string | null) {
  const listeners: ((event: ChangeEvent) => void)[] = [];
  const faults: unknown[] = [];
  const answers: Row[] = [{ existe: true }, { nome: '', soma: recorded }];
  const shown = followDemonstration({
    loaded: true,
    database: {
      query: async () => {
        if (recorded === null) throw new Error('database gone');
        return { rows: answers.splice(0, 1), rowCount: 1 };
      },
      script: () => Promise.reject(new Error('no script is run')),
    },
    onChange: (listener) => listeners.push(listener),
    onFault: (error) => faults.push(error),
  });
  return { shown, faults, send: (event: ChangeEvent) => listeners.forEach((listener) => listener(event)) };
}

const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a process knows within the event that the demonstration was taken away or came back, through whichever replica', () => {
  const { shown, send } = following('carregada');
  send(rowsOf('noticia', 'retirar:1'));
  expect(shown()).toBe(true);
  send(rowsOf('troca_de_conteudo', 'retirar:1'));
  expect(shown()).toBe(false);
  send(rowsOf('troca_de_conteudo', 'devolver:2'));
  expect(shown()).toBe(true);
});

test('the database is asked when events may have been missed, and what is known stays when that fails', async () => {
  const taken = following('retirada');
  taken.send({ kind: 'gap' });
  await turns();
  expect([taken.shown(), taken.faults]).toEqual([false, []]);
  const failing = following(null);
  failing.send({ kind: 'gap' });
  await turns();
  expect(failing.shown()).toBe(true);
  expect(failing.faults).toHaveLength(1);
});
