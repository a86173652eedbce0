import type { ButtonHTMLAttributes, DetailsHTMLAttributes, ReactElement, TextareaHTMLAttributes } from 'react';
import { PROBLEM_PATH } from '../../../shared/cases/addresses.ts';
import { FEEDBACK_PATH } from '../../../shared/readers/feedback.ts';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import styles from './page-feedback.module.css';

/** What is said of the comment before anything is typed. */
export const COMMENT_HINT_ID = 'comentario-da-pagina-dica';

interface Props {
  /** Path of the page. */
  readonly path: string;
  /** What a form that goes back changes of its elements. Only the server draws one: no page weighs more for it. */
  readonly returned?: {
    readonly fold: DetailsHTMLAttributes<HTMLDetailsElement>;
    readonly comment: TextareaHTMLAttributes<HTMLTextAreaElement>;
    readonly send: ButtonHTMLAttributes<HTMLButtonElement>;
  };
}

/** "Esta página foi útil?" at the end of a page's content. The form has nothing of the visitor, so the page is stored with it. */
export function PageFeedback({ path, returned }: Props): ReactElement {
  return (
    <aside className={styles.feedback} aria-labelledby="pagina-util" data-sem-impressao="">
      <form method="post" action={FEEDBACK_PATH} className={styles.form} data-sem-aplicacao="">
        <input type="hidden" name="endereco" value={path} />
        <p id="pagina-util" className={styles.question}>
          Esta página foi útil?
        </p>
        <p className={styles.answers}>
          <button type="submit" name="util" value="sim" className={styles.answer}>
            Sim
          </button>
          <button type="submit" name="util" value="nao" className={styles.answer}>
            Não
          </button>
        </p>
        <details className={styles.details} {...returned?.fold}>
          <summary>Escrever um comentário</summary>
          <div className={styles.comment}>
            <label htmlFor="comentario-da-pagina">O que faltou ou o que pode melhorar</label>
            <p id={COMMENT_HINT_ID} className={styles.hint}>
              Não escreva nome, CPF, telefone nem dados de saúde. O comentário não tem resposta.
            </p>
            <textarea id="comentario-da-pagina" name="comentario" rows={4} aria-describedby={COMMENT_HINT_ID} {...returned?.comment} />
            <button type="submit" className={styles.answer} {...returned?.send}>
              Enviar o comentário
            </button>
          </div>
        </details>
      </form>
      <ArrowLink href={`${PROBLEM_PATH}${path}`}>Relatar um problema nesta página</ArrowLink>
    </aside>
  );
}
