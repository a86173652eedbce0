/** Keeps what is written while a save is under way: its answer fills the form with the row as it was saved, in place of what was written since. */
import { useEffect, useRef } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { isSame } from '../data/selection.ts';
import type { Row } from '../resources/content-type.ts';

/** @param saveError the error of the last save, which did not fill the form; null before there is one */
export function WrittenWhileSaving({ saveError }: { readonly saveError: unknown }): null {
  const { getValues, setValue } = useFormContext<Record<string, unknown>>();
  const { isSubmitting } = useFormState();
  const record = useRecordContext();
  const sent = useRef<Row | null>(null);
  useEffect(() => {
    if (isSubmitting) sent.current = structuredClone(getValues());
  }, [isSubmitting, getValues]);
  useEffect(() => {
    if (saveError !== null) sent.current = null;
  }, [saveError]);
  useEffect(() => {
    const before = sent.current;
    sent.current = null;
    if (before === null || record === undefined) return;
    const since = Object.entries(getValues()).filter(([name, value]) => !isSame(value, before[name]));
    // The form fills itself in its own effect, which comes after those of what it holds.
    queueMicrotask(() => {
      for (const [name, value] of since) setValue(name, value, { shouldDirty: true, shouldTouch: true });
    });
  }, [record, getValues, setValue]);
  return null;
}
