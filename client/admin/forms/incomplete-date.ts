/**
 * A date of which the day, the month or the year is missing. The browser gives it as an empty text, like a date that was taken away, and shows what
 * was typed.
 */
import { useId } from 'react';
import { useWrappedSource, type Validator } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/** Whether a part of the date in an input is missing. */
export function isIncompleteDate(input: Element | null): boolean {
  return input instanceof HTMLInputElement && input.validity.badInput;
}

const MESSAGE = 'A data está incompleta. Complete-a ou apague-a.';

interface WholeDateProps {
  readonly id: string;
  readonly validate: Validator[];
  readonly onBlur: () => void;
  readonly parse: (text: string) => unknown;
}

/**
 * Returns what keeps a date input from saving an incomplete date as none: the form keeps what it had, and says so when the input is left.
 * `parse`: of a whole date.
 */
export function useWholeDate(
  source: string,
  validate: Validator | Validator[] | undefined,
  parse: WholeDateProps['parse'],
): WholeDateProps {
  const id = useId();
  const { getFieldState, getValues, trigger } = useFormContext();
  // In a row of a list the field has the place of the row before its name.
  const name = useWrappedSource(source);
  const isIncomplete = (): boolean => isIncompleteDate(document.getElementById(id));
  return {
    id,
    validate: [() => (isIncomplete() ? MESSAGE : undefined), ...[validate ?? []].flat()],
    onBlur: () => {
      if (isIncomplete() || getFieldState(name).invalid) void trigger(name);
    },
    parse: (text) => (isIncomplete() ? (getValues(name) as unknown) : parse(text)),
  };
}
