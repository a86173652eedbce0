import { describe, expect, it } from 'vitest';
import type { ErrorPage, RoutePage } from '../../../../client/routing/page.ts';
import type { LoadedPage } from '../../../../client/routing/page-loader.ts';
import { createPageStore } from '../../../../client/routing/page-store.ts';
import type { PageState } from '../../../../shared/builds/payload.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../../shared/site-state/site-state.ts';

const page = (href: string, estado: SiteState = EMPTY_SITE_STATE): RoutePage => ({ kind: 'page', href, state: estado }) as RoutePage;
const ready = (href: string): LoadedPage => ({ kind: 'ready', page: page(href) });

function scene(answer: (href: string) => LoadedPage | Promise<LoadedPage> = ready, previewed: (href: string) => LoadedPage | null = ready) {
  const loads: string[] = [];
  const known: PageState[] = [];
  const clock = { now: 0 };
  const store = createPageStore({
    load: async (href, estado) => {
      loads.push(href);
      known.push(estado);
      return answer(href);
    },
    preview: async (href) => {
      loads.push(`preview ${href}`);
      return previewed(href);
    },
    now: () => clock.now,
  });
  return { store, loads, known, clock };
}

describe('the pages of a document', () => {
  it('a page is loaded once for a preview and the click that follows it, even while the preview is under way', async () => {
    const { store, loads } = scene();
    const previewing = store.preview('/a');
    await Promise.all([store.load('/a'), store.preview('/a'), previewing]);
    await store.preview('/a');
    expect(loads).toEqual(['preview /a']);
  });

  it('a page is loaded for a click when its preview failed', async () => {
    const { store, loads } = scene(ready, () => null);
    const previewing = store.preview('/a');
    expect(await store.load('/a')).toMatchObject({ kind: 'ready' });
    await previewing;
    expect(loads).toEqual(['preview /a', '/a']);
  });

  it('a loaded page is used for new navigations while it is fresh', async () => {
    const { store, loads, clock } = scene();
    await Promise.all([store.load('/a'), store.load('/a')]);
    clock.now = 59_999;
    await store.load('/a');
    expect(loads).toEqual(['/a']);
    clock.now = 60_000;
    await store.load('/a');
    expect(loads).toEqual(['/a', '/a']);
  });

  it('a loaded page is shown at once when going back, whatever its age', async () => {
    const { store, loads, clock } = scene();
    store.seed(page('/inicio'));
    await store.load('/a');
    clock.now = 9_999_999;
    expect(store.read('/inicio')).toMatchObject({ kind: 'ready' });
    expect(store.read('/a')).toMatchObject({ kind: 'ready' });
    expect(loads).toEqual(['/a']);
  });

  it('a page that is being loaded is read as one promise', async () => {
    const { store, loads } = scene();
    const first = store.read('/a');
    expect(store.read('/a')).toBe(first);
    await first;
    expect(store.read('/a')).toMatchObject({ kind: 'ready' });
    expect(loads).toEqual(['/a']);
  });

  it('a page stays readable while it is loaded again', async () => {
    const { store, clock } = scene();
    store.seed(page('/a'));
    clock.now = 100_000;
    const loading = store.load('/a');
    expect(store.read('/a')).not.toBeInstanceOf(Promise);
    await loading;
  });

  it('try an error again, but show it while it is the page', async () => {
    const error: LoadedPage = { kind: 'ready', page: { kind: 'error', href: '/a' } as ErrorPage };
    const { store, loads } = scene(() => error);
    await store.load('/a');
    expect(store.read('/a')).toBe(error);
    await store.load('/a');
    expect(loads).toHaveLength(2);
  });

  it('the page on screen is never evicted, however many pages were previewed', async () => {
    const { store } = scene();
    store.seed(page('/inicio'));
    for (let index = 0; index < 100; index++) await store.preview(`/${index}`);
    expect(store.read('/inicio')).toMatchObject({ kind: 'ready' });
  });

  it('remember the site state for a page that comes without it', async () => {
    const { store, known } = scene();
    const dataLai = [{ chave: 'atos', nome: 'Atos', descricao: '', icone: null, categorias: [], links: [] }];
    store.seed(page('/lai', { ...EMPTY_SITE_STATE, dataLai }));
    await store.load('/');
    await store.load('/lai/MenuCompleto');
    expect(known.at(-1)).toMatchObject({ dataLai });
  });
});

describe('after a change of the person', () => {
  it('every page is loaded again, and the site state begins empty', async () => {
    const { store, loads, known } = scene();
    store.seed(page('/a', { ...EMPTY_SITE_STATE, demonstracao: true }));
    await store.load('/b');
    await store.preview('/c');
    store.clear();
    await store.load('/b');
    await store.preview('/c');
    await store.load('/a');
    expect(loads).toEqual(['/b', 'preview /c', '/b', 'preview /c', '/a']);
    expect(known[0]).toMatchObject({ demonstracao: true });
    expect(known[1]).toEqual({});
  });

  it('a page that was being loaded is loaded again, and only the second answer is shown', async () => {
    const answers = [Promise.withResolvers<LoadedPage>(), Promise.withResolvers<LoadedPage>()];
    const left = [...answers];
    const { store, loads } = scene(() => left.shift()?.promise ?? ready('/a'));
    const navigation = store.load('/a');
    await Promise.resolve();
    store.clear();
    answers[0]?.resolve({ kind: 'ready', page: page('/a', { ...EMPTY_SITE_STATE, demonstracao: true }) });
    answers[1]?.resolve(ready('/a'));
    const shown = await navigation;
    expect(loads).toEqual(['/a', '/a']);
    expect(shown).toEqual(ready('/a'));
    expect(await store.load('/a')).toBe(shown);
  });

  it('a preview that was being loaded is not kept', async () => {
    const held = Promise.withResolvers<LoadedPage>();
    const loads: string[] = [];
    const store = createPageStore({
      load: async (href) => {
        loads.push(href);
        return ready(href);
      },
      preview: () => held.promise,
      now: () => 0,
    });
    const previewing = store.preview('/a');
    store.clear();
    held.resolve(ready('/a'));
    await previewing;
    await store.load('/a');
    expect(loads).toEqual(['/a']);
  });
});
