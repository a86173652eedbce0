import type { ReactElement } from 'react';
import { type DateFormat, formatDate } from '../../../../shared/locale/dates.ts';
import { useTimeZone } from './time-zone-context.ts';

interface Props {
  /** ISO day or instant. */
  readonly date: string;
  readonly format?: DateFormat | undefined;
  readonly prefix?: string;
}

/** A date that people read and machines understand. */
export function DateTime({ date, format = 'long', prefix }: Props): ReactElement {
  const timeZone = useTimeZone();
  return (
    <>
      {prefix === undefined ? null : `${prefix} `}
      <time dateTime={date}>{formatDate(date, format, timeZone)}</time>
    </>
  );
}
