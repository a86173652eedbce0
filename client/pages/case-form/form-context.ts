/** What every field of a form knows: what was typed, and what is wrong with it. */
import { type Context, createContext, useContext } from 'react';
import type { FieldError, TypedForm } from '../../../shared/cases/case-form.ts';

export interface FormState {
  /** What a form that came back was filled with; empty in the public page. */
  readonly typed: TypedForm;
  readonly errors: readonly FieldError[];
  /** Begins the element ids of a page with several forms. */
  readonly prefix?: string;
}

export const FormContext: Context<FormState> = createContext<FormState>({ typed: {}, errors: [] });

export interface FieldState {
  /** Element id of the control, to which the list of problems links. */
  readonly id: string;
  readonly typed: string;
  readonly error: string | undefined;
}

/** Returns the state of a field by its name. */
export function useField(name: string): FieldState {
  const { typed, errors, prefix } = useContext(FormContext);
  return { id: fieldId(name, prefix), typed: typed[name] ?? '', error: errors.find(({ field }) => field === name)?.message };
}

export function fieldId(name: string, prefix = 'campo'): string {
  return `${prefix}-${name}`;
}

/** Returns the ids that describe a control: its hint, its error, and others. */
export function describedBy({ id, error }: FieldState, hint: boolean, ...others: readonly string[]): string | undefined {
  const ids = [hint ? `${id}-dica` : '', error === undefined ? '' : `${id}-erro`, ...others].filter((part) => part !== '');
  return ids.length === 0 ? undefined : ids.join(' ');
}
