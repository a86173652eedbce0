import { renderToStaticMarkup } from 'react-dom/server';
import { PageContext, type PageModule } from '../../../../client/routing/page.ts';
import { SessionContext, SettingsContext, SiteStateContext } from '../../../../client/site-state/contexts.ts';
import type { PublicSettings } from '../../../../shared/builds/document-blocks.ts';
import { matchRoute } from '../../../../shared/routes/match.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';
import type { PageSession } from '../../../../shared/session/page-session.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../../shared/site-state/site-state.ts';
import { publicSettings } from '../../../support/pages/public-settings.ts';

interface PageSetting {
  readonly results?: Readonly<Record<string, object>>;
  readonly estado?: Partial<SiteState>;
  readonly session?: PageSession | null;
  readonly settings?: Partial<PublicSettings>;
}

/** Draws the page at `address` with given results of its operations, what it says in its header first, as the server does. Nothing reaches a network. */
export function renderPage(module: PageModule, address: string, setting: PageSetting = {}): string {
  const url = new URL(address, 'http://site');
  const match = matchRoute(ROUTES, url.pathname, url.searchParams);
  if (match.kind !== 'route') throw new Error(`${address} is ${match.kind}`);
  const route = ROUTES.find(({ id }) => id === match.route.id);
  if (route === undefined) throw new Error(`no route ${match.route.id}`);
  const calls = [...(route.main === null ? [] : [route.main(match.input)]), ...route.late(match.input)];
  const estado = { ...EMPTY_SITE_STATE, ...setting.estado };
  const { PageComponent: Pagina, PageOpening: Abertura } = module;
  return renderToStaticMarkup(
    <SettingsContext value={publicSettings(setting.settings)}>
      <SessionContext value={setting.session ?? null}>
        <SiteStateContext value={estado}>
          <PageContext
            value={{
              kind: 'page',
              href: address,
              route,
              input: match.input,
              calls,
              operationState: () => 'done',
              main: null,
              state: estado,
              icons: {},
              PageComponent: Pagina,
              PageOpening: Abertura,
              results: (index) => ({ kind: 'done', data: setting.results?.[calls[index]?.operation ?? ''] }),
              operations: null,
            }}
          >
            {Abertura === undefined ? null : <Abertura input={match.input} />}
            <Pagina input={match.input} />
          </PageContext>
        </SiteStateContext>
      </SessionContext>
    </SettingsContext>,
  );
}
