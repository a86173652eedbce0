import { type Context, createContext } from 'react';
import type { IconsByName } from './bundled-icons.ts';

export type { IconsByName as IconesPorNome } from './bundled-icons.ts';

/** The icons that content names (`lucide:landmark`), put into the page by the server so that none is fetched to show it. */
export const IconsContext: Context<IconsByName> = createContext<IconsByName>({});
