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

/** A date as text for people and as `datetime` for machines. The name of a weekday is not divided at its hyphen. */
export function DateTime({ date, format = 'long', prefix }: Props): ReactElement {
  const timeZone = useTimeZone();
  return (
    <>
      {prefix === undefined ? null : `${prefix} `}
      <time dateTime={date}>
        {format === 'weekday' ? <Weekday text={formatDate(date, format, timeZone)} /> : formatDate(date, format, timeZone)}
      </time>
    </>
  );
}

/** 'segunda-feira, 30 de novembro de 2026' */
function Weekday({ text }: { readonly text: string }): ReactElement {
  const end = text.indexOf(',') + 1;
  return (
    <>
      <span className={styles.weekday}>{text.slice(0, end)}</span>
      {text.slice(end)}
    </>
  );
}
