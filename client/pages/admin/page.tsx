import type { ReactElement } from 'react';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { DIGEST_CHOSEN } from '../../../shared/session/digest-address.ts';
import { mayAdminister } from '../../../shared/session/page-session.ts';
import {
  ACCOUNT_SCREEN,
  DONE_PARAMETER,
  PASSWORD_CHANGED,
  RECORD_PARAMETER,
  SCREEN_PARAMETER,
  SESSIONS_ENDED,
} from '../../../shared/session/session-address.ts';
import { PageColumn, Stack } from '../../components/layout/column/column.tsx';
import { useSession, useSettings } from '../../site-state/contexts.ts';
import { Account } from './account.tsx';
import styles from './admin.module.css';
import { ApplicationFrame } from './application-frame.tsx';
import { SessionBar } from './session-bar.tsx';
import { SignIn } from './sign-in.tsx';

/** The sign-in for a person without a session; for the staff the administration application, or the person's own account. */
export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  const { adminAppUrl } = useSettings();
  const session = useSession();
  const record = input.search[RECORD_PARAMETER]?.[0];
  const done = input.search[DONE_PARAMETER]?.[0];
  if (session?.kind === 'signingIn') return <SignIn form={session.form} />;
  if (session?.kind !== 'signedIn') return <SignIn record={record ?? null} isPasswordSet={done === PASSWORD_CHANGED} />;
  const { user, refusedPassword, account, getsDigest } = session;
  const isAccount = input.search[SCREEN_PARAMETER]?.[0] === ACCOUNT_SCREEN;
  const application = mayAdminister(user) ? <ApplicationFrame foreignUrl={adminAppUrl} record={record} /> : <WithoutRole />;
  return (
    <div className={styles.moldura}>
      <SessionBar user={user} screen={isAccount ? 'account' : 'application'} />
      {isAccount ? (
        <Account
          user={user}
          refusedPassword={refusedPassword}
          isPasswordChanged={done === PASSWORD_CHANGED}
          isSessionEnded={done === SESSIONS_ENDED}
          account={account}
          getsDigest={getsDigest}
          isDigestChosen={done === DIGEST_CHOSEN}
        />
      ) : (
        application
      )}
    </div>
  );
}

/** Nothing of the administration is shown, and the backend refuses its calls too. */
function WithoutRole(): ReactElement {
  return (
    <PageColumn narrow>
      <div className={styles.conta}>
        <Stack>
          <h1>Administração do site</h1>
          <p>Sua conta não tem permissão para editar o site nem para responder aos cidadãos. Peça-a a um administrador do site.</p>
        </Stack>
      </div>
    </PageColumn>
  );
}
