import { describe, expect, it } from 'vitest';
import type { ChangeEvent, ContentBackend, GraphqlAnswer } from '../../../server/backend/backend.ts';
import { createSiteStateHolder } from '../../../server/backend/site-state.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const EMPTY = {
  configuracao_site: [],
  menu_item: [],
  secao_lai: [],
  contato: [],
  membro_orgao: [],
  orgao_colegiado: [],
  pagina: [],
  tipo_comunicado: [],
  situacao_documento: [],
  tipo_documento: [],
};

function contato(valor: string): object {
  return {
    id: 1,
    tipo: 'email',
    rotulo: null,
    valor,
    valor_normalizado: null,
    principal: true,
    tipo_contato: { valor: 'email', rotulo: 'E-mail' },
  };
}

const withMail = (valor: string): GraphqlAnswer => ({ kind: 'data', json: JSON.stringify({ ...EMPTY, contato: [contato(valor)] }) });
const failed: GraphqlAnswer = { kind: 'errors', errors: [{ message: 'database gone', extensions: { path: '$', code: 'unexpected' } }] };

/** A backend with manual answers: each `execute` waits until the test answers it. */
function handBackend(first: GraphqlAnswer | Promise<GraphqlAnswer>) {
  const pending: ((answer: GraphqlAnswer) => void)[] = [];
  const listeners = new Set<(event: ChangeEvent) => void>();
  let asked = 0;
  const backend: ContentBackend = {
    kind: 'embedded',
    isDemonstration: () => false,
    allowList: undefined,
    auth: NO_AUTH,
    execute() {
      asked += 1;
      return asked === 1 ? Promise.resolve(first) : new Promise((resolve) => pending.push(resolve));
    },
    subscribe: async function* () {},
    rereadSubscriptions: () => undefined,
    file: async () => null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    health: async () => [],
    close: async () => {},
  };
  return {
    backend,
    asked: () => asked,
    listening: () => listeners.size,
    change: (table: string) => {
      for (const listener of listeners) listener({ kind: 'rows', changes: [{ table, key: '1', op: 'UPDATE' }] });
    },
    gap: () => {
      for (const listener of listeners) listener({ kind: 'gap' });
    },
    /** Answers the oldest open question and lets what follows from it run. */
    answer: async (answer: GraphqlAnswer): Promise<void> => {
      const resolve = pending.shift();
      if (resolve === undefined) throw new Error('nobody asked');
      resolve(answer);
      await settled();
    },
  };
}

function handTimers() {
  const planned: { task: () => void; delayMs: number }[] = [];
  const after: Timers['after'] = (delayMs, task) => {
    const entry = { task, delayMs };
    planned.push(entry);
    return () => {
      const index = planned.indexOf(entry);
      if (index !== -1) planned.splice(index, 1);
    };
  };
  return {
    after,
    delays: () => planned.map(({ delayMs }) => delayMs),
    fire: async () => {
      planned.shift()?.task();
      await settled();
    },
  };
}

/** All promise callbacks that are ready have run when a macrotask begins. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function start(first: GraphqlAnswer = withMail('a@b.c')) {
  const hand = handBackend(first);
  const timers = handTimers();
  const state = await createSiteStateHolder({ backend: hand.backend, log: SILENT_LOG, timers });
  const mail = () => state.current().contato[0]?.valor;
  return { ...hand, timers, state, mail };
}

const LOGO = '6c8e8453-6df9-8d61-8eec-cd2904a27ae9';

describe('size of the logo in the state of the site', () => {
  const answerOf = (data: object): GraphqlAnswer => ({ kind: 'data', json: JSON.stringify(data) });
  const withLogo = (logo: string | null): GraphqlAnswer => answerOf({ ...EMPTY, configuracao_site: [{ id: 1, nome: 'Instituto', logo }] });

  async function sizeOf(logo: string | null, second: GraphqlAnswer) {
    const { backend } = handBackend(withLogo(logo));
    const asked: unknown[] = [];
    const warned: unknown[] = [];
    const first = backend.execute.bind(backend);
    const state = await createSiteStateHolder({
      backend: {
        ...backend,
        execute: (request, options) => {
          asked.push(request.variables);
          return asked.length === 1 ? first(request, options) : Promise.resolve(second);
        },
      },
      log: { ...SILENT_LOG, warn: (fields) => warned.push(fields) },
    });
    const [site] = state.current().siteConfig;
    state.close();
    return { size: [site?.logo_largura, site?.logo_altura], questions: asked.slice(1), warned: warned.length };
  }

  const sized = (largura: number | null, altura: number | null) => answerOf({ arquivo: [{ id: LOGO, alt: null, largura, altura }] });

  it('is the size in the row of its file', async () => {
    expect(await sizeOf(`/nhostprovider/${LOGO}`, sized(240, 80))).toEqual({ size: [240, 80], questions: [{ ids: [LOGO] }], warned: 0 });
  });

  it.each([
    ['the file has none', sized(240, null)],
    ['the file is not there', answerOf({ arquivo: [] })],
    ['the query fails', failed],
  ])('is zero, with a warning, where %s', async (_name, second) => {
    expect(await sizeOf(`/v1/files/${LOGO}`, second)).toEqual({ size: [0, 0], questions: [{ ids: [LOGO] }], warned: 1 });
  });

  it.each([null, '/logo.svg', 'https://outro.example/logo.png'])('is not queried for %s', async (logo) => {
    expect(await sizeOf(logo, failed)).toEqual({ size: [0, 0], questions: [], warned: 0 });
  });
});

describe('the state of the site', () => {
  it('holds the loaded state when it resolves', async () => {
    const { mail, asked } = await start();
    expect([mail(), asked()]).toEqual(['a@b.c', 1]);
  });

  it('rejects when the first load fails', async () => {
    await expect(start(failed)).rejects.toThrow('database gone');
  });

  it('takes the place of the old one after what it waits for', async () => {
    const hand = handBackend(withMail('a@x'));
    const { promise, resolve } = Promise.withResolvers<void>();
    const state = await createSiteStateHolder({ backend: hand.backend, log: SILENT_LOG, after: () => promise });
    hand.change('contato');
    await hand.answer(withMail('b@x'));
    expect(state.current().contato[0]?.valor).toBe('a@x');
    resolve();
    await settled();
    expect(state.current().contato[0]?.valor).toBe('b@x');
    state.close();
  });

  it('loads again when a row changes during the first load', async () => {
    const { promise, resolve } = Promise.withResolvers<GraphqlAnswer>();
    const hand = handBackend(promise);
    const creating = createSiteStateHolder({ backend: hand.backend, log: SILENT_LOG });
    hand.change('contato');
    resolve(withMail('a@x'));
    const state = await creating;
    await settled();
    await hand.answer(withMail('b@x'));
    expect([state.current().contato[0]?.valor, hand.asked()]).toEqual(['b@x', 2]);
    state.close();
  });

  it('loads again when a row of its tables changes, and not for rows of other tables', async () => {
    const { change, answer, asked, mail } = await start();
    change('noticia');
    expect(asked()).toBe(1);
    change('contato');
    await answer(withMail('novo@b.c'));
    expect([mail(), asked()]).toEqual(['novo@b.c', 2]);
  });

  it('lists the published pages among those that every page links, and updates the list when a page is published', async () => {
    const { change, answer, state } = await start();
    expect(state.current().paginasDaMoldura).toEqual([]);
    change('pagina');
    await answer({ kind: 'data', json: JSON.stringify({ ...EMPTY, pagina: [{ id: 1, slug: 'privacidade' }] }) });
    expect(state.current().paginasDaMoldura).toEqual(['privacidade']);
  });

  it('loads again when changes may have been missed', async () => {
    const { gap, asked } = await start();
    gap();
    expect(asked()).toBe(2);
  });

  it('runs one load at a time and one more for all changes that come during it', async () => {
    const { change, answer, asked, mail } = await start();
    for (let index = 0; index < 50; index += 1) change('menu_item');
    expect(asked()).toBe(2);
    await answer(withMail('antes@b.c'));
    expect(asked()).toBe(3);
    await answer(withMail('depois@b.c'));
    expect([asked(), mail()]).toEqual([3, 'depois@b.c']);
  });

  it('keeps the old state when a load fails and doubles the pause before each retry', async () => {
    const { change, answer, mail, timers } = await start();
    change('contato');
    await answer(failed);
    expect([mail(), timers.delays()]).toEqual(['a@b.c', [1_000]]);
    await timers.fire();
    await answer(failed);
    expect(timers.delays()).toEqual([2_000]);
    await timers.fire();
    await answer(withMail('volta@b.c'));
    expect([mail(), timers.delays()]).toEqual(['volta@b.c', [300_000]]);
  });

  it('counts a failed load that many changes share as one failure', async () => {
    const { change, answer, timers } = await start();
    for (let index = 0; index < 10; index += 1) change('contato');
    await answer(failed);
    await answer(failed);
    expect(timers.delays()).toEqual([2_000]);
  });

  it('loads again after five minutes without an event', async () => {
    const { timers, answer, mail } = await start();
    expect(timers.delays()).toEqual([300_000]);
    await timers.fire();
    await answer(withMail('amanha@b.c'));
    expect(mail()).toBe('amanha@b.c');
  });

  it('calls listeners only when the state has changed', async () => {
    const { state, answer } = await start();
    const seen: (string | undefined)[] = [];
    const stop = state.onRefresh((next) => seen.push(next.contato[0]?.valor));
    const same = state.refresh();
    await answer(withMail('a@b.c'));
    await same;
    const other = state.refresh();
    await answer(withMail('b@b.c'));
    await other;
    stop();
    const unheard = state.refresh();
    await answer(withMail('c@b.c'));
    await unheard;
    expect(seen).toEqual(['b@b.c']);
  });

  it('rejects the refresh whose load fails', async () => {
    const { state, answer } = await start();
    const asked = state.refresh();
    const failure = asked.catch((error: unknown) => error);
    await answer(failed);
    expect(await failure).toMatchObject({ message: 'database gone' });
  });

  it('has no listener and no timer once closed', async () => {
    const { state, change, asked, timers, listening } = await start();
    state.close();
    change('contato');
    expect([asked(), listening(), timers.delays()]).toEqual([1, 0, []]);
  });
});
