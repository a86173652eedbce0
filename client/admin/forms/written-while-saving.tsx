/** Keeps what is written while a save is under way: its answer fills the form with the row as it was saved, in place of what was written since. */
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import { useRecordContext, useResourceContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { isSame } from '../data/selection.ts';
import type { Row } from '../resources/content-type.ts';

/** Fields with their values, and the field at which someone writes. */
interface Written {
  readonly values: readonly (readonly [string, unknown])[];
  readonly caret: Caret | null;
}

interface Caret {
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Takes what is to be done once the form has been filled. */
const AfterFilling = createContext<(write: () => void) => void>(() => undefined);

/**
 * Stands around the form, whose own effect fills it. The effect of what stands around comes next and before anything is drawn, so a field keeps
 * the place at which someone writes.
 */
export function AroundFilledForm({ children }: { readonly children: ReactNode }): ReactElement {
  const waiting = useRef<(() => void) | null>(null);
  const afterFilling = useCallback((write: () => void): void => {
    waiting.current = write;
  }, []);
  useEffect(() => {
    waiting.current?.();
    waiting.current = null;
  });
  return <AfterFilling value={afterFilling}>{children}</AfterFilling>;
}

/** What was written between the save of a new row and the form of the row, which takes it. */
const ofNewRows = new Map<string, Written>();

const nameOf = (table: string | undefined, row: Row): string => `${table} ${String(row['id'])}`;

/** Returns a function that tells what was written since the save that is under way began, and forgets it. */
function useWrittenSince(): () => Written | null {
  const { getValues } = useFormContext<Record<string, unknown>>();
  const { isSubmitting } = useFormState();
  const sent = useRef<Row | null>(null);
  useEffect(() => {
    if (isSubmitting) sent.current = structuredClone(getValues());
  }, [isSubmitting, getValues]);
  return useCallback(() => {
    const before = sent.current;
    sent.current = null;
    if (before === null) return null;
    const values = Object.entries(getValues()).filter(([name, value]) => !isSame(value, before[name]));
    return { values, caret: caretOf(document.activeElement) };
  }, [getValues]);
}

/**
 * Stands in the form of a row, below `AroundFilledForm`.
 * @param saveError the error of the last save, which did not fill the form; null before there is one
 */
export function WrittenWhileSaving({ saveError }: { readonly saveError: unknown }): null {
  const { setValue } = useFormContext<Record<string, unknown>>();
  const record = useRecordContext();
  const table = useResourceContext();
  const writtenSince = useWrittenSince();
  const afterFilling = useContext(AfterFilling);
  useEffect(() => {
    if (saveError !== null) writtenSince();
  }, [saveError, writtenSince]);
  useEffect(() => {
    if (record === undefined) return;
    const name = nameOf(table, record);
    const ofNewRow = ofNewRows.get(name);
    ofNewRows.delete(name);
    const written = writtenSince() ?? ofNewRow;
    if (written === undefined) return;
    afterFilling(() => {
      for (const [field, value] of written.values) setValue(field, value, { shouldDirty: true, shouldTouch: true });
      if (written === ofNewRow) requestAnimationFrame(() => putCaret(written.caret));
    });
  }, [record, table, setValue, writtenSince, afterFilling]);
  return null;
}

interface WrittenWhileMakingProps {
  /** A function that is to be called with the row that was made. */
  readonly ref: Ref<(row: Row) => void>;
}

/** Stands in the form of a new row. What is written in it after its save is handed to the form of the row. */
export function WrittenWhileMaking({ ref }: WrittenWhileMakingProps): null {
  const table = useResourceContext();
  const writtenSince = useWrittenSince();
  useImperativeHandle(ref, () => (row) => {
    const written = writtenSince();
    if (written !== null && written.values.length > 0) ofNewRows.set(nameOf(table, row), written);
  });
  return null;
}

function caretOf(element: Element | null): Caret | null {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return null;
  return { name: element.name, start: element.selectionStart, end: element.selectionEnd };
}

function putCaret(caret: Caret | null): void {
  const field = document.getElementsByName(caret?.name ?? '')[0];
  if (caret === null || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.focus();
  // Numbers and days have no place in their text.
  if (caret.start !== null) field.setSelectionRange(caret.start, caret.end);
}
