import { type Context, createContext, useContext } from 'react';
import type { PublicSettings } from '../../shared/builds/document-blocks.ts';

export const SettingsContext: Context<PublicSettings | null> = createContext<PublicSettings | null>(null);

/** Returns what the server's configuration lets every visitor know. @throws outside the application tree. */
export function useSettings(): PublicSettings {
  const settings = useContext(SettingsContext);
  if (settings === null) throw new Error('useSettings needs the application around it');
  return settings;
}
