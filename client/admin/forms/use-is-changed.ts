/** Whether the person has changed a form. */
import { useFormState } from 'react-hook-form';

/**
 * True while the form holds a change. react-hook-form's `isDirty` is true of a new form that was not touched, because its inputs add their first
 * values; what the person has changed is marked field by field.
 */
export function useIsChanged(): boolean {
  const { dirtyFields } = useFormState();
  return hasMark(dirtyFields);
}

/** Rows of a form have their marks inside; a field that is changed back keeps a mark that says no. */
function hasMark(marks: unknown): boolean {
  if (typeof marks !== 'object' || marks === null) return marks === true;
  return Object.values(marks).some(hasMark);
}
