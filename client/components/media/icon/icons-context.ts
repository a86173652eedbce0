import { type Context, createContext } from 'react';
import type { IconesPorNome } from './bundled-icons.ts';

export type { IconesPorNome } from './bundled-icons.ts';

/** The icons that content names (`lucide:landmark`), put into the page by the server so that none is fetched to show it. */
export const IconesContext: Context<IconesPorNome> = createContext<IconesPorNome>({});
