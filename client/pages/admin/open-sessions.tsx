/** Where the person has signed in, with forms that end another session, the others, or all: they work without script. */
import type { ReactElement } from 'react';
import type { OpenSession } from '../../../shared/session/page-session.ts';
import { END_SESSION_PATH, OTHER_SESSIONS_PATH } from '../../../shared/session/session-address.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import styles from './admin.module.css';

interface OpenSessionsProps {
  /** Undefined where the backend does not tell of them. */
  readonly sessions: readonly OpenSession[] | undefined;
  /** Whether others were ended just now. */
  readonly isEnded: boolean;
}

const NONE: readonly OpenSession[] = [];

export function OpenSessions({ sessions = NONE, isEnded }: OpenSessionsProps): ReactElement {
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <Stack>
      {isEnded ? (
        <Alert tone="success">
          Encerramento feito. O que estava aberto ali para de funcionar em até quinze minutos, e só volta com a senha. Se não foi você que
          entrou, mude a senha também.
        </Alert>
      ) : null}
      {sessions.length === 0 ? null : (
        <ul className={styles.sessoes}>
          {sessions.map((session) => (
            <li key={session.id}>
              <SessionItem session={session} />
            </li>
          ))}
        </ul>
      )}
      {others.length < 2 ? null : (
        <form method="post" action={OTHER_SESSIONS_PATH}>
          <Button type="submit" variant="secondary">
            Encerrar as outras
          </Button>
        </form>
      )}
      <p>Encerra sua sessão neste e em todos os outros navegadores. Use se perdeu um aparelho ou esqueceu de sair.</p>
      <form method="post" action={END_SESSION_PATH}>
        <input type="hidden" name="all" value="true" />
        <Button type="submit" variant="secondary">
          Encerrar todas as sessões
        </Button>
      </form>
    </Stack>
  );
}

function SessionItem({ session: { id, device, since, usedAt, isCurrent } }: { readonly session: OpenSession }): ReactElement {
  const name = device ?? 'Aparelho não identificado';
  return (
    <>
      <p>
        <strong>{name}</strong>
        {isCurrent ? ' (esta sessão)' : null}
      </p>
      <p className={styles.ajuda}>
        Entrou em <DateTime date={since} format="date-time" />. Último uso: <DateTime date={usedAt} format="date-time" />.
      </p>
      {isCurrent ? null : (
        <form method="post" action={OTHER_SESSIONS_PATH}>
          <input type="hidden" name="sessao" value={id} />
          <Button type="submit" variant="secondary">
            Encerrar esta sessão<span className="somente-leitor"> ({name})</span>
          </Button>
        </form>
      )}
    </>
  );
}
