/** What stands on every screen when the session has ended: a bar, and the question for the password of the same person. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactElement, use, useSyncExternalStore } from 'react';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import { lazyComponent } from '../loading/lazy-component.tsx';
import { ReentryContext, SessionContext } from './contexts.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Session } from './session.ts';

const SignInDialog = lazyComponent({ load: async () => (await import('./sign-in-dialog.tsx')).SignInDialog });

/** Draws the bar or the question; nothing while there is a session. */
export function SignInAgain(): ReactElement | null {
  const reauthentication = use(ReentryContext);
  const session = use(SessionContext);
  return reauthentication === null || session === null ? null : <EndedSession reauthentication={reauthentication} session={session} />;
}

interface EndedSessionProps {
  readonly reauthentication: Reauthentication;
  readonly session: Session;
}

function EndedSession({ reauthentication, session }: EndedSessionProps): ReactElement | null {
  const state = useSyncExternalStore(reauthentication.subscribe, reauthentication.state);
  // The button that asked for the sign-in goes with its bar.
  useLostFocus(state, () => document.querySelector<HTMLElement>('#main-content > section'));
  if (state === 'signed-in') return null;
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Button variant="contained" aria-haspopup="dialog" onClick={reauthentication.ask}>
            Entrar de novo
          </Button>
        }
      >
        Sua sessão terminou. O que você escreveu continua nesta tela.
      </Alert>
      {state === 'asked' ? <SignInDialog reauthentication={reauthentication} session={session} /> : null}
    </>
  );
}
