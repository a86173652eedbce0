import type { ReactElement, ReactNode } from 'react';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import styles from './case-form.module.css';
import { FieldErrorText } from './field-frame.tsx';
import { useField } from './form-context.ts';

interface Props {
  /** Key of the attempt after which the form came back; undefined where nothing of it can have been registered. */
  readonly sentAs: string | undefined;
  /** Where keeping a draft is offered. */
  readonly children: ReactNode;
}

/** What is wrong with a form that its script has sent: filled and shown by that (`served-form.ts`). */
export function ReturnedSummary(): ReactElement {
  const id = useField('nao-enviado').id;
  return (
    <section data-nao-enviado="" tabIndex={-1} aria-labelledby={id} hidden>
      <Alert tone="error">
        <h2 id={id} className={styles.summaryTitle}>
          O formulário não foi enviado
        </h2>
        <p />
        <List plain>{null}</List>
      </Alert>
      <template data-erro="">
        <FieldErrorText id={`${id}-erro`} error="" />
      </template>
    </section>
  );
}

/** What else its script has in the form. */
export function ReturnedParts({ sentAs, children }: Props): ReactElement {
  return (
    <>
      {sentAs === undefined ? null : <input type="hidden" name="chave" value={sentAs} />}
      <div data-guardar-rascunho="" hidden>
        {children}
      </div>
    </>
  );
}
