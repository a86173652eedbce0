import { type ReactElement, type Ref, useContext } from 'react';
import type { FieldError } from '../../../shared/cases/case-form.ts';
import { summaryTitle } from '../../../shared/cases/messages.ts';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import styles from './case-form.module.css';
import { FormContext, fieldId } from './form-context.ts';

interface Props {
  readonly errors: readonly FieldError[];
  /** Sentences about the whole form. */
  readonly notices: readonly string[];
  /** Where no field is wrong. */
  readonly title?: string;
  readonly ref?: Ref<HTMLElement>;
}

export const ERROR_SUMMARY_ID = 'problemas';

/** All that is wrong with a form, above it, with links to the fields. It takes the focus when it appears. */
export function ErrorSummary({ errors, notices, title = 'O formulário não foi enviado', ref }: Props): ReactElement | null {
  const { prefix } = useContext(FormContext);
  if (errors.length === 0 && notices.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- without script the focus goes to what is wrong (WCAG 2.2, 3.3.1)
    <section ref={ref} id={ERROR_SUMMARY_ID} tabIndex={-1} aria-labelledby="problemas-titulo" autoFocus>
      <Alert tone="error">
        <h2 id="problemas-titulo" className={styles.summaryTitle}>
          {errors.length === 0 ? title : summaryTitle(errors.length)}
        </h2>
        {notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
        {errors.length === 0 ? null : (
          <List plain>
            {errors.map(({ field, message }) => (
              <li key={field}>
                <a
                  href={`#${fieldId(field, prefix)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(fieldId(field, prefix))?.focus();
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </List>
        )}
      </Alert>
    </section>
  );
}
