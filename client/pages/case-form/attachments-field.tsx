import type { ReactElement } from 'react';
import { ATTACHMENT_ENDINGS, ATTACHMENTS_FIELD, MAX_ATTACHMENTS } from '../../../shared/cases/form-limits.ts';
import styles from './case-form.module.css';
import { FieldFrame } from './field-frame.tsx';
import { describedBy, useField } from './form-context.ts';

/** Files. It is the last field of its form, so that a form with too large a file has arrived with all it says. */
export function AttachmentsField(): ReactElement {
  const state = useField(ATTACHMENTS_FIELD);
  return (
    <FieldFrame
      state={state}
      label="Arquivos"
      optional
      hint={`Até ${MAX_ATTACHMENTS} arquivos, de até 10 MB cada um: PDF, JPG, PNG, ODT, DOCX, XLSX, ODS ou CSV. Das fotos apagamos os dados de lugar e de aparelho.`}
    >
      <input
        id={state.id}
        name={ATTACHMENTS_FIELD}
        type="file"
        multiple
        accept={ATTACHMENT_ENDINGS.map((ending) => `.${ending}`).join(',')}
        className={styles.file}
        aria-invalid={state.error === undefined ? undefined : true}
        aria-describedby={describedBy(state, true)}
      />
    </FieldFrame>
  );
}
