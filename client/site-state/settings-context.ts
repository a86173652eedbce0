import { type Context, createContext, useContext } from 'react';
import type { PublicSettings } from '../../shared/builds/document-blocks.ts';

export const AjustesContext: Context<PublicSettings | null> = createContext<PublicSettings | null>(null);

/** Returns what the server's configuration lets every visitor know. @throws outside the application tree. */
export function useAjustes(): PublicSettings {
  const ajustes = useContext(AjustesContext);
  if (ajustes === null) throw new Error('useAjustes needs the application around it');
  return ajustes;
}
