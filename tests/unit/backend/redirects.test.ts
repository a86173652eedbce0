/** The redirects that the process holds: how they are found, and when they are read again. */
import { describe, expect, it } from 'vitest';
import type { ChangeEvent, ContentBackend, GraphqlAnswer } from '../../../server/backend/backend.ts';
import { createRedirects } from '../../../server/backend/redirects.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

interface Row {
  readonly from: string;
  readonly to: string | null;
  readonly status: number;
  readonly reason?: string | null;
}

const answerOf = (...rows: readonly Row[]): GraphqlAnswer => ({ kind: 'data', json: JSON.stringify({ redirecionamento: rows }) });

/** A backend with these answers, one after the other, and the means to tell a change. */
function countingBackend(...answers: readonly GraphqlAnswer[]) {
  const listeners = new Set<(event: ChangeEvent) => void>();
  let asked = 0;
  const backend: Pick<ContentBackend, 'execute' | 'onChange'> = {
    execute: async () => {
      const answer = answers[asked];
      if (answer === undefined) throw new Error('asked too often');
      asked += 1;
      return answer;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const send = (event: ChangeEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return { backend, send, asked: () => asked, listeners };
}

const open = (backend: Pick<ContentBackend, 'execute' | 'onChange'>) =>
  createRedirects({ backend, log: SILENT_LOG, timers: { after: () => () => undefined } });

const rowsOf = (table: string): ChangeEvent => ({ kind: 'rows', changes: [{ table, key: '/a', op: 'UPDATE', refs: [] }] });
/** Lets what was started end: a load is a few turns of the queue. */
const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a redirect', () => {
  const moved = { kind: 'moved', to: '/lai', status: 301 };

  it.each([
    ['/Transparencia', '/transparencia'],
    ['/transparencia', '/Transparencia/'],
    ['/ouvidoria/informações', '/ouvidoria/informa%C3%A7%C3%B5es'],
    ['/%', '/%'],
  ])('a redirect of %s is found by %s', async (from, asked) => {
    const { backend } = countingBackend(answerOf({ from, to: '/lai', status: 301 }));
    expect((await open(backend)).find(asked, '')).toEqual(moved);
  });

  it('a redirect with a query comes before that of the path alone; another query leads to that of the path', async () => {
    const { backend } = countingBackend(
      answerOf({ from: '/ver.php?id=3', to: '/paginas/tres', status: 301 }, { from: '/ver.php', to: '/lai', status: 301 }),
    );
    const { find } = await open(backend);
    expect(find('/ver.php', '?id=3')).toEqual({ ...moved, to: '/paginas/tres' });
    expect(find('/ver.php', '?id=4')).toEqual(moved);
    expect(find('/outra.php', '?id=3')).toBeNull();
  });

  it('a redirect with 410 says that the page is gone, and why', async () => {
    const { backend } = countingBackend(answerOf({ from: '/velha', to: null, status: 410, reason: 'Encerrado.' }));
    expect((await open(backend)).find('/velha', '')).toEqual({ kind: 'gone', reason: 'Encerrado.' });
  });
});

describe('the redirects', () => {
  it('are read once, and again when one of them changes or changes may have been missed', async () => {
    const [first, second] = [answerOf({ from: '/a', to: '/b', status: 308 }), answerOf({ from: '/a', to: '/c', status: 308 })];
    const { backend, send, asked } = countingBackend(first, second, first);
    const { find } = await open(backend);
    send(rowsOf('noticia'));
    for (let time = 0; time < 100; time += 1) find('/a', '');
    expect(asked()).toBe(1);
    send(rowsOf('redirecionamento'));
    await turns();
    expect([asked(), find('/a', '')]).toEqual([2, { kind: 'moved', to: '/c', status: 308 }]);
    send({ kind: 'gap' });
    await turns();
    expect([asked(), find('/a', '')]).toEqual([3, { kind: 'moved', to: '/b', status: 308 }]);
  });

  it('stay as they were when they cannot be read again', async () => {
    const failed: GraphqlAnswer = { kind: 'errors', errors: [{ message: 'database gone', extensions: { path: '$', code: 'unexpected' } }] };
    const { backend, send } = countingBackend(answerOf({ from: '/a', to: '/b', status: 308 }), failed);
    const { find } = await open(backend);
    send({ kind: 'gap' });
    await turns();
    expect(find('/a', '')).toEqual({ kind: 'moved', to: '/b', status: 308 });
  });

  it('keep the server from starting when they cannot be read, and leave nothing behind', async () => {
    const failed: GraphqlAnswer = { kind: 'errors', errors: [{ message: 'database gone', extensions: { path: '$', code: 'unexpected' } }] };
    const { backend, listeners } = countingBackend(failed);
    await expect(open(backend)).rejects.toThrow('database gone');
    expect(listeners.size).toBe(0);
  });
});
