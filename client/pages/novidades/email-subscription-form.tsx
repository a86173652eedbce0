import type { ReactElement } from 'react';
import { SUBSCRIBE_PATH, type SubscriptionTopic, topicInWords } from '../../../shared/readers/email-subscription.ts';
import { useSettings } from '../../site-state/contexts.ts';
import styles from './email-subscription-form.module.css';

interface Props {
  readonly topic: SubscriptionTopic;
  /** Name of the list. */
  readonly label?: string;
  /** In a form that goes back. */
  readonly typed?: { readonly email: string; readonly problem: string };
}

/** Asks for an address to tell what is published; only where the site sends e-mail. The form has nothing of the visitor. */
export function EmailSubscriptionForm({ topic, label, typed }: Props): ReactElement | null {
  const { hasMail } = useSettings();
  if (!hasMail) return null;
  const id = `seguir-${topic.kind}`;
  return (
    <details className={styles.follow} open={typed !== undefined} data-sem-impressao="">
      <summary>Receber por e-mail</summary>
      <form method="post" action={SUBSCRIBE_PATH} className={styles.form} noValidate data-sem-aplicacao="">
        <input type="hidden" name="assunto" value={topic.kind} />
        <input type="hidden" name="valor" value={topic.value} />
        <p id={`${id}-dica`}>
          Enviamos no máximo uma mensagem por hora com {topicInWords(topic, label ?? null)}. O endereço só serve para isso, e o apagamos
          quando você sair.
        </p>
        <label htmlFor={id}>Seu e-mail</label>
        {typed === undefined ? null : (
          <p id={`${id}-erro`} className={styles.error}>
            <span className="somente-leitor">Erro: </span>
            {typed.problem}
          </p>
        )}
        <p className={styles.row}>
          <input
            id={id}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            defaultValue={typed?.email}
            aria-invalid={typed === undefined ? undefined : true}
            aria-describedby={typed === undefined ? `${id}-dica` : `${id}-dica ${id}-erro`}
          />
          <button type="submit">Receber</button>
        </p>
      </form>
    </details>
  );
}
