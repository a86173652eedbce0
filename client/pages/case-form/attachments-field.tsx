import { type ReactElement, use, useEffect, useRef, useState } from 'react';
import type { FieldError } from '../../../shared/cases/case-form.ts';
import { ATTACHMENT_ENDINGS, ATTACHMENTS_FIELD, MAX_ATTACHMENTS } from '../../../shared/cases/form-limits.ts';
import styles from './case-form.module.css';
import { FieldFrame } from './field-frame.tsx';
import { fileFault } from './file-fault.ts';
import { describedBy, FormContext, useField } from './form-context.ts';

interface Chosen {
  readonly fault: string | null;
  /** What was wrong with the form when the files were chosen. What an attempt finds afterwards is newer. */
  readonly before: readonly FieldError[];
}

/** Files. It is the last field of its form, so that a form with too large a file has arrived with all it says. */
export function AttachmentsField(): ReactElement {
  const ofForm = useField(ATTACHMENTS_FIELD);
  const { errors } = use(FormContext);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const look = (): void => setChosen({ fault: fileFault([...(input.current?.files ?? [])]), before: errors });
  const lookAtFirst = useRef(look);
  useEffect(() => {
    // They may have been chosen before the script came.
    if (input.current?.files?.length !== 0) lookAtFirst.current();
  }, []);
  const state = chosen?.before === errors ? { ...ofForm, error: chosen.fault ?? undefined } : ofForm;
  return (
    <FieldFrame
      state={state}
      label="Arquivos"
      optional
      isLive
      hint={`Até ${MAX_ATTACHMENTS} arquivos, de até 10 MB cada um: PDF, JPG, PNG, ODT, DOCX, XLSX, ODS ou CSV. Das fotos apagamos os dados de lugar e de aparelho. Outros arquivos podem guardar o nome de quem os fez. Em uma conexão lenta, o envio pode levar alguns minutos.`}
    >
      <input
        ref={input}
        id={state.id}
        name={ATTACHMENTS_FIELD}
        type="file"
        multiple
        accept={ATTACHMENT_ENDINGS.map((ending) => `.${ending}`).join(',')}
        className={styles.file}
        aria-invalid={state.error === undefined ? undefined : true}
        aria-describedby={describedBy(state, true)}
        onChange={look}
      />
    </FieldFrame>
  );
}
