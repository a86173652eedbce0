import type { ReactElement } from 'react';
import { PROBLEM_PATH } from '../../../shared/cases/addresses.ts';
import { FEEDBACK_PATH } from '../../../shared/readers/feedback.ts';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import styles from './page-feedback.module.css';

interface Props {
  /** Path of the page. */
  readonly path: string;
  /** In a form that goes back: what was typed, the answer that was pressed, and the element that says what is wrong with the comment. */
  readonly returned?: { readonly comment: string; readonly answer: string; readonly problemId: string | null };
}

/** "Esta página foi útil?" at the end of a page's content. The form has nothing of the visitor, so the page is stored with it. */
export function PageFeedback({ path, returned }: Props): ReactElement {
  const { comment = '', answer = '', problemId = null } = returned ?? {};
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
        <details open={comment !== ''} className={styles.details}>
          <summary>Escrever um comentário</summary>
          <div className={styles.comment}>
            <label htmlFor="comentario-da-pagina">O que faltou ou o que pode melhorar</label>
            <p id="comentario-da-pagina-dica" className={styles.hint}>
              Não escreva nome, CPF, telefone nem dados de saúde. O comentário não tem resposta.
            </p>
            <textarea
              id="comentario-da-pagina"
              name="comentario"
              rows={4}
              defaultValue={comment}
              aria-invalid={problemId === null ? undefined : true}
              aria-describedby={problemId === null ? 'comentario-da-pagina-dica' : `comentario-da-pagina-dica ${problemId}`}
            />
            <button type="submit" {...(answer === '' ? {} : { name: 'util', value: answer })} className={styles.answer}>
              Enviar o comentário
            </button>
          </div>
        </details>
      </form>
      <ArrowLink href={`${PROBLEM_PATH}${path}`}>Relatar um problema nesta página</ArrowLink>
    </aside>
  );
}
