/** The focus point in the form of a file: two columns, one input. */
import type { ReactElement } from 'react';
import { useInput, useRecordContext } from 'react-admin';
import { fileUrl } from '../../../../../shared/files/file-url.ts';
import type { Row } from '../../../resources/content-type.ts';
import { idOf, textOf } from '../../../resources/fields.ts';
import { FocusPicker } from './focus-picker.tsx';
import { focusOf } from './focus-point.ts';

interface FocusInputProps {
  readonly label: string;
  /** Column of the part of the width. */
  readonly source: string;
  /** Column of the part of the height. */
  readonly vertical: string;
  readonly readOnly: boolean;
}

/** Draws the input; nothing for a file that is no picture. */
export function FocusInput({ label, source, vertical, readOnly }: FocusInputProps): ReactElement | null {
  const record = useRecordContext<Row & { readonly id: string }>();
  const across = useInput<unknown>({ source });
  const down = useInput<unknown>({ source: vertical });
  if (record === undefined || !textOf(record, 'mime').startsWith('image/')) return null;
  return (
    <FocusPicker
      label={label}
      src={fileUrl(String(idOf(record)))}
      value={focusOf(across.field.value, down.field.value)}
      onChange={(point) => {
        across.field.onChange(point?.x ?? null);
        down.field.onChange(point?.y ?? null);
      }}
      readOnly={readOnly}
      error={across.fieldState.error?.message}
    />
  );
}
