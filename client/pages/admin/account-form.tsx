import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import type { CallResult } from './account-calls.ts';

interface Props {
  readonly submitLabel: string;
  /** What is said when the change was made, where the form stays. */
  readonly doneMessage?: string;
  /** Name of the field whose value is sent. */
  readonly field: string;
  readonly send: (value: string) => Promise<CallResult<unknown>>;
  readonly onDone?: (() => void) | undefined;
  /** The fields, given the message of the last refusal; they describe themselves with it. */
  readonly children: (error: string | undefined) => ReactNode;
}

type Progress = { readonly kind: 'open'; readonly error?: string } | { readonly kind: 'sending' } | { readonly kind: 'done' };

/** A form of the account screen, which needs script: says what became of it, and gives the focus back to its field when it was refused. */
export function AccountForm({ submitLabel, doneMessage, field, send, onDone, children }: Props): ReactElement {
  const [progress, setProgress] = useState<Progress>({ kind: 'open' });
  const form = useRef<HTMLFormElement>(null);
  const submit = async (value: FormDataEntryValue | null): Promise<void> => {
    setProgress({ kind: 'sending' });
    const result = await send(typeof value === 'string' ? value : '');
    if (result.kind === 'done') {
      form.current?.reset();
      setProgress({ kind: 'done' });
      onDone?.();
      return;
    }
    setProgress({ kind: 'open', error: result.message });
    form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  };
  return (
    <form
      ref={form}
      data-so-com-script=""
      onSubmit={(event) => {
        event.preventDefault();
        if (progress.kind !== 'sending') void submit(new FormData(event.currentTarget).get(field));
      }}
    >
      <Stack>
        {children(progress.kind === 'open' ? progress.error : undefined)}
        <p>
          <Button type="submit" disabled={progress.kind === 'sending'}>
            {submitLabel}
          </Button>
        </p>
        <div aria-live="polite">
          {progress.kind === 'done' && doneMessage !== undefined ? <Alert tone="success">{doneMessage}</Alert> : null}
        </div>
      </Stack>
    </form>
  );
}
