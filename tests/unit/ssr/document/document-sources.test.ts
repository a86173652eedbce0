import { describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../../../../client/entry-server.tsx';
import type { DocumentAssets } from '../../../../server/ssr/document/assets.ts';
import { createDocumentSources, type DocumentSourcesOptions } from '../../../../server/ssr/document/document-sources.ts';
import { pageStateHash } from '../../../../shared/builds/page-state-file.ts';
import { EMPTY_SITE_STATE } from '../../../../shared/site-state/site-state.ts';
import { FAKE_ROUTES } from '../../../integration/ssr/fake-site.tsx';
import { MENU, SETTINGS } from '../../../integration/ssr/ssr-server.ts';

const FILES: DocumentAssets = { styles: ['/assets/site.css'], noScriptStyle: null, scripts: ['/assets/boot.js'], modules: [] };

/** The sources of documents with all that they are made from in the test's hand, and the page states that were drawn. */
function world(options: Partial<DocumentSourcesOptions> = {}) {
  const drawn: string[] = [];
  const plain = createRenderer({});
  const counting = (): Renderer => ({
    ...plain,
    pageStateOf: (state, layout, routeId) => {
      drawn.push(`${layout} ${routeId}`);
      return plain.pageStateOf(state, layout, routeId);
    },
  });
  const held = { state: EMPTY_SITE_STATE, tema: null as string | null, renderer: counting(), files: FILES };
  const sources = createDocumentSources({
    renderer: () => held.renderer,
    assets: { fonts: [], forRoute: () => held.files },
    state: () => held.state,
    temaHref: () => held.tema,
    settings: SETTINGS,
    routes: FAKE_ROUTES.slice(0, 2),
    ...options,
  });
  const frame = (layout: 'default' | 'lai' = 'default', routeId: string | null = 'artigo') => sources.frame(held.renderer, layout, routeId);
  return { drawn, held, sources, frame, another: counting };
}

describe('what the documents of a route share', () => {
  it('is made once for each state of the site, each palette and each renderer', async () => {
    const { drawn, held, frame, another } = world();
    const changes: readonly (() => void)[] = [
      () => undefined,
      () => void (held.state = { ...EMPTY_SITE_STATE, dataMenu: MENU }),
      () => void (held.tema = '/tema/0123456789abcdef.css'),
      () => void (held.renderer = another()),
    ];
    const seen = new Set<unknown>();
    for (const change of changes) {
      change();
      const made = await frame();
      expect(await frame()).toBe(made);
      seen.add(made);
    }
    expect([seen.size, drawn.length]).toEqual([4, 4]);
    expect((await frame()).context).toMatchObject({ temaHref: held.tema, state: { dataMenu: [{ rotulo: 'Serviços' }] } });
  });

  it('is made apart for another layout, another route, an error screen and other stylesheets', async () => {
    const { drawn, held, frame } = world();
    await frame();
    await frame('lai');
    await frame('default', 'inicio');
    await frame('default', null);
    held.files = { ...FILES, styles: ['/assets/site.css', '/assets/artigo.css'] };
    expect((await frame()).context.styles).toEqual(held.files.styles);
    expect(drawn).toEqual(['default artigo', 'lai artigo', 'default inicio', 'default null', 'default artigo']);
  });

  it('holds the same objects for routes with equal page states, until the state changes', async () => {
    const { held, frame } = world();
    const [one, other, home] = [await frame(), await frame('default', 'lista'), await frame('default', 'inicio')];
    expect(other).not.toBe(one);
    expect(other.pageStateHref).toBe(one.pageStateHref);
    expect([other.context.state === one.context.state, other.context.icons === one.context.icons]).toEqual([true, true]);
    expect(home.context.state).not.toBe(one.context.state);
    held.state = { ...EMPTY_SITE_STATE };
    expect((await frame()).context.state).not.toBe(one.context.state);
  });

  it('waits for files that are not known yet', async () => {
    const { frame } = world({ assets: { fonts: [], forRoute: async () => ({ ...FILES, styles: ['/tarde.css'] }) } });
    expect((await frame()).context.styles).toEqual(['/tarde.css']);
  });

  it.each([
    [['/a.js?x=1&y'], '<script type="module" async src="/a.js?x=1&amp;y"></script>'],
    [['/a.js', '/b.js'], '<script type="module" src="/a.js"></script><script type="module" src="/b.js"></script>'],
    [[], ''],
  ])('starts the modules %j: one before the stream has ended, several in their order', async (scripts, elements) => {
    const { held, frame } = world();
    held.files = { ...FILES, scripts };
    expect((await frame()).scripts).toBe(elements);
  });

  it('has the icons that the state of the site names', async () => {
    const icon = { body: '<path d="M0 0h1"/>', width: 24, height: 24 };
    const menu = MENU.map((item) => ({ ...item, area: 'acesso_rapido' as const, icone: 'lucide:map' }));
    const named = world({ resolveIcons: (names) => Object.fromEntries(names.map((name) => [name, icon])) });
    named.held.state = { ...EMPTY_SITE_STATE, dataMenu: menu };
    const { context, pageStateHref } = await named.frame('default', 'inicio');
    expect(context.icons).toEqual({ 'lucide:map': icon });
    const file = await named.sources.pageStateJson(pageStateHash(pageStateHref) ?? '');
    expect(JSON.parse(String(file))).toEqual({ estado: context.state, icones: { 'lucide:map': icon } });
    const nameless = world();
    nameless.held.state = named.held.state;
    expect((await nameless.frame('default', 'inicio')).context.icons).toEqual({});
  });
});

describe('the page state of an address', () => {
  const UNKNOWN = '0000000000000000';

  it('is looked for among those of all routes, which are made once for each state of the site', async () => {
    const { drawn, held, sources } = world();
    for (const rounds of [1, 2]) {
      expect([await sources.pageStateJson(UNKNOWN), await sources.pageStateJson(UNKNOWN)]).toEqual([null, null]);
      expect(drawn).toHaveLength(2 * rounds);
      held.state = { ...EMPTY_SITE_STATE };
    }
  });

  it('the page state of an address that a document names is not drawn again', async () => {
    const { drawn, frame, sources } = world();
    const { pageStateHref } = await frame();
    expect(await sources.pageStateJson(pageStateHash(pageStateHref) ?? '')).not.toBeNull();
    expect(drawn).toEqual(['default artigo']);
  });
});
