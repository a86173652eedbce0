import { createContext, useContext } from 'react';
import { FUSO_PADRAO } from '../../../../shared/locale/dates.ts';

/** IANA time zone in which the pages show instants; the application sets the configured one. */
export const FusoContext = createContext<string>(FUSO_PADRAO);

/** Returns the time zone of the pages. */
export function useFuso(): string {
  return useContext(FusoContext);
}
