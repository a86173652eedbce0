import { type Context, createContext, useContext } from 'react';
import type { PublicSettings } from '../../shared/builds/document-blocks.ts';
import type { PageSession } from '../../shared/session/page-session.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../shared/site-state/site-state.ts';

export const SettingsContext: Context<PublicSettings | null> = createContext<PublicSettings | null>(null);

/** Returns what the server's configuration lets every visitor know. @throws outside the application tree. */
export function useSettings(): PublicSettings {
  const settings = useContext(SettingsContext);
  if (settings === null) throw new Error('useSettings needs the application around it');
  return settings;
}

/** The session that the document was drawn with; null on every page of a visitor who has not signed in. */
export const SessionContext: Context<PageSession | null> = createContext<PageSession | null>(null);

/** Returns the session of the document. */
export function useSession(): PageSession | null {
  return useContext(SessionContext);
}

export const SiteStateContext: Context<SiteState> = createContext(EMPTY_SITE_STATE);

/** Returns the site state; fields that are not in this page's page state are empty (see `page-state.ts`). */
export function useSiteState(): SiteState {
  return useContext(SiteStateContext);
}
