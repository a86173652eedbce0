import { type Context, createContext, useContext } from 'react';
import type { PublicSettings } from '../../shared/builds/document-blocks.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../shared/site-state/site-state.ts';

export const SettingsContext: Context<PublicSettings | null> = createContext<PublicSettings | null>(null);

/** Returns what the server's configuration lets every visitor know. @throws outside the application tree. */
export function useSettings(): PublicSettings {
  const settings = useContext(SettingsContext);
  if (settings === null) throw new Error('useSettings needs the application around it');
  return settings;
}

export const SiteStateContext: Context<SiteState> = createContext(EMPTY_SITE_STATE);

/** Returns the site state; fields that are not in this page's page state are empty (see `page-state.ts`). */
export function useSiteState(): SiteState {
  return useContext(SiteStateContext);
}
