import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { SubmitRow } from '../../components/forms/submit-row/submit-row.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import type { CallFailure, CallResult } from './account-calls.ts';

interface Props {
  readonly submitLabel: string;
  /** Where the browser sends the form without script; a form without one needs script. */
  readonly action?: string;
  /** What became of the form that was sent without script. */
  readonly isDone?: boolean;
  readonly failure?: CallFailure | undefined;
  /** What is said when the change was made, where the form stays. */
  readonly doneMessage?: string;
  /** Sends what was typed; `typed` returns the value of a field by its name. */
  readonly send: (typed: (field: string) => string) => Promise<CallResult<unknown>>;
  readonly onDone?: (() => void) | undefined;
  /** The fields, given the last refusal; the one at fault describes itself with its message. */
  readonly children: (failure: CallFailure | undefined) => ReactNode;
}

type Progress = { readonly kind: 'open'; readonly failure?: CallFailure } | { readonly kind: 'sending' } | { readonly kind: 'done' };

/** A form of the account screen: says what became of it, and gives the focus to the field at fault when it was refused. */
export function AccountForm({ submitLabel, doneMessage, send, onDone, children, ...sent }: Props): ReactElement {
  const [progress, setProgress] = useState<Progress>(() => progressOf(sent));
  const form = useRef<HTMLFormElement>(null);
  const failure = progress.kind === 'open' ? progress.failure : undefined;
  useEffect(() => {
    if (failure !== undefined) form.current?.querySelector<HTMLInputElement>('input[aria-invalid]')?.focus();
  }, [failure]);
  const submit = async (values: FormData): Promise<void> => {
    setProgress({ kind: 'sending' });
    const result = await send((field) => {
      const value = values.get(field);
      return typeof value === 'string' ? value : '';
    });
    if (result.kind === 'done') {
      form.current?.reset();
      setProgress({ kind: 'done' });
      onDone?.();
      return;
    }
    setProgress({ kind: 'open', failure: result.failure });
  };
  return (
    <form
      ref={form}
      {...(sent.action === undefined ? { 'data-so-com-script': '' } : { method: 'post', action: sent.action })}
      onSubmit={(event) => {
        event.preventDefault();
        if (progress.kind !== 'sending') void submit(new FormData(event.currentTarget));
      }}
    >
      <Stack>
        {children(failure)}
        <SubmitRow label={submitLabel} isSending={progress.kind === 'sending'} />
        <div aria-live="polite">
          {progress.kind === 'done' && doneMessage !== undefined ? <Alert tone="success">{doneMessage}</Alert> : null}
        </div>
      </Stack>
    </form>
  );
}

function progressOf({ isDone = false, failure }: Pick<Props, 'isDone' | 'failure'>): Progress {
  if (isDone) return { kind: 'done' };
  return failure === undefined ? { kind: 'open' } : { kind: 'open', failure };
}
