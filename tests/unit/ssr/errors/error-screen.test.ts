import { expect, it } from 'vitest';
import { createSiteRenderer, type Renderer } from '../../../../client/entry-server.tsx';
import { createDocumentSources } from '../../../../server/ssr/document/document-sources.ts';
import { createErrorScreens } from '../../../../server/ssr/errors/error-screen.ts';
import { renderSettled } from '../../../../server/ssr/render/settled.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';
import { CHEIO } from '../../../integration/ssr/fixed-parts-site.ts';
import { SETTINGS } from '../../../integration/ssr/ssr-server.ts';

const files = { styles: ['/assets/site.css'], noScriptStyle: null, scripts: ['/assets/boot.js'], modules: [] };
const renderer = createSiteRenderer();
const sources = createDocumentSources({
  renderer: () => renderer,
  assets: { fonts: [], forRoute: () => files },
  state: () => CHEIO,
  temaHref: () => null,
  settings: SETTINGS,
  routes: ROUTES,
});
const screens = createErrorScreens(sources);

/** React writes the apostrophe in base 16; it is the same character. */
const asOurs = (html: string): string => html.replaceAll('&#x27;', '&#39;');

const MESSAGES = ['Não há <b>nada</b> em "/a" & \'b\'.', "$& $1 $` $'", '\ue000pedido\ue001'];

it.each(MESSAGES)('a prepared screen with the message %j equals a screen that is rendered with it', async (message) => {
  for (const layout of ['default', 'lai'] as const) {
    for (const status of [404, 410, 500]) {
      for (const [requestId, list] of [
        [null, null],
        ['pedido-$&-1', null],
        [null, '/lai/documentos/dair'],
      ] as const) {
        const screen = { layout, status, message, requestId, list };
        const { context, scripts } = await sources.frame(renderer, layout, null);
        const drawn = await renderSettled((options) => renderer.renderError({ ...context, ...screen }, options), scripts);
        const prepared = String(await screens.document(screen));
        expect(asOurs(prepared)).toBe(asOurs(String(drawn.body)));
      }
    }
  }
});

it('a screen is prepared once for each state of the site, each palette and each renderer', async () => {
  let drawn = 0;
  const counting = (): Renderer => ({
    ...renderer,
    renderError: (screen, options) => {
      drawn += 1;
      return renderer.renderError(screen, options);
    },
  });
  const held = { state: CHEIO, tema: null as string | null, renderer: counting() };
  const own = createErrorScreens(
    createDocumentSources({
      renderer: () => held.renderer,
      assets: { fonts: [], forRoute: () => files },
      state: () => held.state,
      temaHref: () => held.tema,
      settings: SETTINGS,
      routes: ROUTES,
    }),
  );
  const shown = async (): Promise<string> =>
    String(await own.document({ layout: 'default', status: 404, message: 'a', requestId: null, list: null }));
  const before = await shown();
  expect([await shown(), drawn]).toEqual([before, 1]);
  held.tema = '/tema/0123456789abcdef.css';
  expect([(await shown()).includes(held.tema), await shown(), drawn]).toEqual([true, await shown(), 2]);
  held.state = { ...CHEIO, dataMenu: [] };
  expect((await shown()).length).toBeLessThan(before.length);
  held.renderer = counting();
  await shown();
  await shown();
  expect(drawn).toBe(4);
});

it('a screen of which a part cannot be rendered is refused, and rendered anew the next time', async () => {
  const faults = [new Error('a part failed')];
  const failing: Renderer = {
    ...renderer,
    renderError: (screen, options) => {
      for (const fault of faults.splice(0)) options.onError?.(fault, {});
      return renderer.renderError(screen, options);
    },
  };
  const own = createErrorScreens({ ...sources, renderer: () => Promise.resolve(failing) });
  const shown = (): Promise<Buffer> => own.document({ layout: 'default', status: 404, message: 'a', requestId: null, list: null });
  await expect(shown()).rejects.toThrow('a part failed');
  expect(String(await shown())).toContain('</html>');
});
