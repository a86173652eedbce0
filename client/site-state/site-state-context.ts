import { type Context, createContext, useContext } from 'react';
import { EMPTY_SITE_STATE, type SiteState } from '../../shared/site-state/site-state.ts';

export const SiteStateContext: Context<SiteState> = createContext(EMPTY_SITE_STATE);

/** Returns the site state; fields that are not in this page's page state are empty (see `page-state.ts`). */
export function useSiteState(): SiteState {
  return useContext(SiteStateContext);
}
