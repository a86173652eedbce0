/** The form of a published content as a proposal: what it has changed, and how it is filled and left. */
import { use, useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { changesOf } from '../data/row-writer.ts';
import { isSame, VERSION_COLUMN } from '../data/selection.ts';
import { useIsChanged } from '../forms/use-is-changed.ts';
import type { ContentType, Row } from '../resources/content-type.ts';
import { DraftContext, SessionContext, useTableAccess } from '../session/contexts.ts';
import type { ApprovedRow, ProposedChanges } from './approval.ts';

interface ProposalForm {
  /** Says at each field what is wrong with it. */
  readonly isValid: () => Promise<boolean>;
  readonly changes: () => ProposedChanges;
  readonly write: (values: Row) => void;
  /** What the person has written beside `proposal`. */
  readonly ownBeside: (proposal: Row) => Row;
  /** Fills the form with these once it shows the row as it was read anew. */
  readonly fillAfterReading: (values: Row) => void;
  /** Shows the content as it is published; the changes are with the request, and no draft offers them again. */
  readonly leave: () => void;
}

export function useProposal(type: ContentType, row: ApprovedRow, record: Row): ProposalForm {
  const { getValues, setValue, reset, trigger } = useFormContext<Record<string, unknown>>();
  const access = useTableAccess(type.table);
  const drafts = use(DraftContext);
  const person = use(SessionContext)?.known()?.user.id;
  const isChanged = useIsChanged();
  const isLeaving = useRef(false);
  const own = useRef<Row | null>(null);
  const { tabela, chave } = row;
  useEffect(() => {
    // While the form is being emptied it still keeps what it holds. A draft that stays is offered again, which costs a click.
    if (!isLeaving.current || isChanged) return;
    isLeaving.current = false;
    if (person !== undefined) drafts?.discard({ usuario: person, tabela, chave }).catch(() => undefined);
  }, [isChanged, drafts, person, tabela, chave]);
  const write = (values: Row): void => {
    for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true, shouldTouch: true });
  };
  const changed = (): Row => changesOf(type, access, { data: getValues(), previous: record });
  useEffect(() => {
    // A row that was read anew empties the form of changes.
    if (own.current === null || isChanged) return;
    const values = own.current;
    own.current = null;
    write(values);
  });
  return {
    isValid: () => trigger(undefined, { shouldFocus: true }),
    changes: () => ({ proposta: changed(), versao_base: record[VERSION_COLUMN] }),
    write,
    ownBeside: (proposal) => {
      const values = getValues();
      const names = Object.keys(changed()).filter((name) => !isSame(values[name], proposal[name]));
      return Object.fromEntries(names.map((name) => [name, values[name]]));
    },
    fillAfterReading: (values) => {
      own.current = Object.keys(values).length === 0 ? null : values;
    },
    leave: () => {
      own.current = null;
      isLeaving.current = true;
      reset();
    },
  };
}
