import { type Context, createContext, useContext } from 'react';
import type { RoutePage } from './page.ts';

export const PageContext: Context<RoutePage | null> = createContext<RoutePage | null>(null);

/** Returns the page that is being drawn. @throws outside a page. */
export function usePage(): RoutePage {
  const page = useContext(PageContext);
  if (page === null) throw new Error('usePage needs a page around it');
  return page;
}
