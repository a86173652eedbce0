/** A date with its time of day. The form has the instant, and the input what the clock of the institution shows then. */
import type { ReactElement } from 'react';
import { DateTimeInput, type DateTimeInputProps } from 'react-admin';
import { instantOf, wallTime } from '../../../shared/time/wall-time.ts';
import { useTimeZone, zoneSentence } from '../time/institution-time.ts';

/** Draws the input, with the name of the zone beside it. */
export function MomentInput({ helperText, ...props }: DateTimeInputProps & { readonly helperText: string | false }): ReactElement {
  const timeZone = useTimeZone();
  const help = [helperText === false ? '' : helperText, zoneSentence(timeZone)].filter((sentence) => sentence !== '').join(' ');
  return (
    <DateTimeInput
      {...props}
      helperText={help}
      format={(value: unknown) => shownAs(value, timeZone)}
      parse={(text: string) => instantText(text, timeZone)}
    />
  );
}

/** react-admin formats what it has formatted once more, so the text of the input stays as it is. */
const OF_THE_INPUT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

function shownAs(value: unknown, timeZone: string): string {
  if (typeof value !== 'string' || OF_THE_INPUT.test(value)) return typeof value === 'string' ? value : '';
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? '' : wallTime(instant, timeZone);
}

function instantText(text: string, timeZone: string): string | null {
  const instant = instantOf(text, timeZone);
  return instant === null ? null : new Date(instant).toISOString();
}
