/** What stands on every screen when the session has ended: a bar, and the question for the password of the same person. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactElement, use, useSyncExternalStore } from 'react';
import { later } from '../loading/lazy-component.tsx';
import { ReentryContext, SessionContext } from './contexts.ts';
import type { Reentry } from './reauthentication.ts';
import type { Session } from './session.ts';

const SignInDialog = later({ load: async () => (await import('./sign-in-dialog.tsx')).SignInDialog });

/** Draws the bar or the question; nothing while there is a session. */
export function SignInAgain(): ReactElement | null {
  const reentry = use(ReentryContext);
  const session = use(SessionContext);
  return reentry === null || session === null ? null : <EndedSession reentry={reentry} session={session} />;
}

interface EndedSessionProps {
  readonly reentry: Reentry;
  readonly session: Session;
}

function EndedSession({ reentry, session }: EndedSessionProps): ReactElement | null {
  const state = useSyncExternalStore(reentry.subscribe, reentry.state);
  if (state === 'signed-in') return null;
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Button variant="contained" aria-haspopup="dialog" onClick={reentry.ask}>
            Entrar de novo
          </Button>
        }
      >
        Sua sessão terminou. O que você escreveu continua nesta tela.
      </Alert>
      {state === 'asked' ? <SignInDialog reentry={reentry} session={session} /> : null}
    </>
  );
}
