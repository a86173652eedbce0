import type { ReactElement, ReactNode } from 'react';
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import styles from './case-form.module.css';

interface Props {
  /** Key of the attempt after which the form came back; undefined where nothing of it can have been registered. */
  readonly sentAs: string | undefined;
  /** Where keeping a draft is offered. */
  readonly children: ReactNode;
}

/** What a form that came back has for its script (`returned-form.ts`), which shows it. */
export function ReturnedParts({ sentAs, children }: Props): ReactElement {
  return (
    <>
      {sentAs === undefined ? null : <input type="hidden" name="chave" value={sentAs} />}
      <section data-nao-enviado="" tabIndex={-1} aria-labelledby="nao-enviado" hidden>
        <Alert tone="error">
          <h2 id="nao-enviado" className={styles.summaryTitle}>
            O formulário não foi enviado
          </h2>
          <p>{CASE_MESSAGES.semConexao}</p>
        </Alert>
      </section>
      <div data-guardar-rascunho="" hidden>
        {children}
      </div>
    </>
  );
}
