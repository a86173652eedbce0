/**
 * A form of a citizen: a plain form to our own server, which works without script. Its page is the same for every visitor, so nothing in it is made
 * for one visitor; what the server could not take comes back as a page of its own, filled.
 */
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { SUBMISSION_PATHS } from '../../../shared/cases/addresses.ts';
import type { ReturnedForm } from '../../../shared/cases/case-screen.ts';
import { noticesOf } from '../../../shared/cases/messages.ts';
import type { Channel } from '../../../shared/cases/vocabulary.ts';
import { useTimeZone } from '../../components/content/date-time/date-time.tsx';
import { SubmitRow } from '../../components/forms/submit-row/submit-row.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { useSession } from '../../site-state/contexts.ts';
import styles from './case-form.module.css';
import { startCounters } from './counters.ts';
import { draftName } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FormContext } from './form-context.ts';
import { PrivacyNotice } from './privacy-notice.tsx';
import { ReservedField } from './reserved-field.tsx';
import { ReturnedParts, ReturnedSummary } from './returned-parts.tsx';
import { useSubmission } from './use-submission.ts';

interface Props {
  readonly channel: Channel;
  readonly label: string;
  readonly submitLabel: string;
  /** The law by which the data is used. */
  readonly legalBasis: string;
  readonly children: ReactNode;
}

export function CaseForm({ channel, label, submitLabel, legalBasis, children }: Props): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  const timeZone = useTimeZone();
  const returned = useReturnedForm(channel);
  const submission = useSubmission(channel, timeZone, form);
  const { errors, notices } =
    returned === null ? submission : { errors: returned.errors, notices: noticesOf(returned.notice, returned.lostFiles) };
  useEffect(() => (form.current === null ? undefined : startCounters(form.current)), []);
  useEffect(() => {
    if (errors.length > 0 || notices.length > 0) summary.current?.focus();
  }, [errors, notices]);
  const draft = (
    <DraftNotice
      keeps={submission.keepsDraft}
      onChange={(keeps) => submission.setKeepsDraft(keeps)}
      onDiscard={() => submission.discardDraft()}
    />
  );
  return (
    <FormContext value={{ typed: returned?.typed ?? {}, errors }}>
      <form
        ref={form}
        method="post"
        action={SUBMISSION_PATHS[channel]}
        encType="multipart/form-data"
        acceptCharset="utf-8"
        noValidate
        aria-label={label}
        className={styles.form}
        data-rascunho={draftName(channel)}
        onSubmit={submission.onSubmit}
        onInput={submission.onInput}
      >
        <Stack>
          <ErrorSummary ref={summary} errors={errors} notices={notices} />
          {returned === null ? null : <ReturnedSummary />}
          <ReservedField />
          {children}
          {returned === null ? draft : <ReturnedParts sentAs={returned.typed['chave']}>{draft}</ReturnedParts>}
          <PrivacyNotice legalBasis={legalBasis} />
          <SubmitRow label={submitLabel} isSending={submission.isSending} />
        </Stack>
      </form>
    </FormContext>
  );
}

/** Returns the form that came back to the citizen; null in the public page. */
function useReturnedForm(channel: Channel): ReturnedForm | null {
  const session = useSession();
  return session?.kind === 'case' && session.screen.kind === 'form' && session.screen.channel === channel ? session.screen : null;
}
