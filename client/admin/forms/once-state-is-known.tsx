/**
 * A form is shown with what stands above its fields: the state of the approval, and the offer of a draft. What came later would push away what a
 * person is about to press.
 */
import { type ReactElement, useState } from 'react';
import { Loading } from 'react-admin';
import { useIsApprovalKnown } from '../approval/use-approval.ts';
import { FoundDraftContext, useFoundDraft } from '../editing/drafts/found-draft.ts';
import type { ContentType, Row } from '../resources/content-type.ts';

interface OnceStateIsKnownProps {
  readonly type: ContentType;
  /** Absent for a new row. */
  readonly record?: Row;
  readonly children: ReactElement;
}

/** Draws the form of a row once all of that is known. From then on it stays: what is asked anew is asked beside it. */
export function OnceStateIsKnown({ type, record, children }: OnceStateIsKnownProps): ReactElement {
  const [shown, setShown] = useState<string | null>(null);
  const { draft, isKnown } = useFoundDraft(type, record);
  const isApprovalKnown = useIsApprovalKnown(type, record);
  const row = `${type.table} ${record === undefined ? '' : String(record[type.key])}`;
  if (shown !== row) {
    if (!isApprovalKnown || !isKnown) return <Loading />;
    setShown(row);
  }
  return <FoundDraftContext value={draft}>{children}</FoundDraftContext>;
}
