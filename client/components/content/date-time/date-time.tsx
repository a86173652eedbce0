import { createContext, type ReactElement, useContext } from 'react';
import { type DateFormat, DEFAULT_TIME_ZONE, formatDate } from '../../../../shared/locale/dates.ts';

/** IANA time zone in which the pages show instants; the application sets that of the site's state. */
export const TimeZoneContext = createContext<string>(DEFAULT_TIME_ZONE);

/** Returns the time zone of the pages. */
export function useTimeZone(): string {
  return useContext(TimeZoneContext);
}

interface Props {
  /** ISO day or instant. */
  readonly date: string;
  readonly format?: DateFormat | undefined;
  readonly prefix?: string;
}

/** A date as text for people and as `datetime` for machines. */
export function DateTime({ date, format = 'long', prefix }: Props): ReactElement {
  const timeZone = useTimeZone();
  return (
    <>
      {prefix === undefined ? null : `${prefix} `}
      <time dateTime={date}>{formatDate(date, format, timeZone)}</time>
    </>
  );
}
