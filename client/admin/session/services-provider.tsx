/** Gives the screens the services of the document. */
import type { ReactElement, ReactNode } from 'react';
import type { Access } from '../data/access.ts';
import type { Services } from '../services.ts';
import {
  AccessContext,
  DraftContext,
  FetchContext,
  GraphqlContext,
  PresenceContext,
  ReentryContext,
  RenewalContext,
  SessionContext,
} from './contexts.ts';

interface ServicesProviderProps {
  readonly services: Services;
  readonly access: Access;
  readonly children: ReactNode;
}

export function ServicesProvider({ services, access, children }: ServicesProviderProps): ReactElement {
  const { session, reentry, run, fetch, drafts, presence } = services;
  return (
    <SessionContext value={session}>
      <ReentryContext value={reentry}>
        <RenewalContext value={reentry.renew}>
          <FetchContext value={fetch}>
            <GraphqlContext value={run}>
              <DraftContext value={drafts}>
                <PresenceContext value={presence}>
                  <AccessContext value={access}>{children}</AccessContext>
                </PresenceContext>
              </DraftContext>
            </GraphqlContext>
          </FetchContext>
        </RenewalContext>
      </ReentryContext>
    </SessionContext>
  );
}
