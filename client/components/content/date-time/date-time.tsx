import { createContext, type ReactElement, useContext } from 'react';
import { type DateFormat, DEFAULT_TIME_ZONE, formatDate } from '../../../../shared/locale/dates.ts';
import styles from './date-time.module.css';

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

/** A date as text for people and as `datetime` for machines. The name of a weekday ('segunda-feira,') is divided at its hyphen only where it is wider than its line. */
export function DateTime({ date, format = 'long', prefix }: Props): ReactElement {
  const text = formatDate(date, format, useTimeZone());
  const end = format === 'weekday' ? text.indexOf(',') + 1 : 0;
  return (
    <>
      {prefix === undefined ? null : `${prefix} `}
      <time dateTime={date}>
        {end > 0 ? <span className={styles.weekday}>{text.slice(0, end)}</span> : null}
        {text.slice(end)}
      </time>
    </>
  );
}
