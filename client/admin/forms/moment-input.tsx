/** A date with its time of day. The form has the instant, and the input what the clock of the institution shows then. */
import type { ReactElement } from 'react';
import { DateTimeInput, type DateTimeInputProps, useWrappedSource } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { instantOf, wallTime } from '../../../shared/time/wall-time.ts';
import { useTimeZone, zoneSentence } from '../time/institution-time.ts';
import { HelpOfField } from './field-help.tsx';
import { useWholeDate } from './incomplete-date.ts';

/** Draws the input, with the name of the zone beside it. */
export function MomentInput({ helperText, ...props }: DateTimeInputProps & { readonly helperText: string | false }): ReactElement {
  const timeZone = useTimeZone();
  const { getValues } = useFormContext();
  // In a row of a list the field has the place of the row before its name.
  const name = useWrappedSource(props.source);
  const help = [helperText === false ? '' : helperText, zoneSentence(timeZone)].filter((sentence) => sentence !== '').join(' ');
  const whole = useWholeDate(props.source, props.validate, (text) => kept(getValues(name), text, timeZone) ?? instantText(text, timeZone));
  return (
    <HelpOfField help={help}>
      <DateTimeInput {...props} {...whole} helperText={help} format={(value: unknown) => shownAs(value, timeZone)} />
    </HelpOfField>
  );
}

/** react-admin formats what it has formatted once more, so the text of the input stays as it is. */
const OF_THE_INPUT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

function shownAs(value: unknown, timeZone: string): string {
  if (typeof value !== 'string' || OF_THE_INPUT.test(value)) return typeof value === 'string' ? value : '';
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? '' : wallTime(instant, timeZone);
}

/** An input gives its text also when the focus only passes by: seconds that it does not show stay. */
function kept(value: unknown, text: string, timeZone: string): string | null {
  return typeof value === 'string' && text !== '' && shownAs(value, timeZone) === text ? value : null;
}

function instantText(text: string, timeZone: string): string | null {
  const instant = instantOf(text, timeZone);
  return instant === null ? null : new Date(instant).toISOString();
}
