import { createContext, useContext } from 'react';
import { DEFAULT_TIME_ZONE } from '../../../../shared/locale/dates.ts';

/** IANA time zone in which the pages show instants; the application sets the configured one. */
export const TimeZoneContext = createContext<string>(DEFAULT_TIME_ZONE);

/** Returns the time zone of the pages. */
export function useTimeZone(): string {
  return useContext(TimeZoneContext);
}
