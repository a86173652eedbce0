/** Gives the screens the services of the document. */
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { CASES_ROLE, mayEdit } from '../../../shared/session/page-session.ts';
import type { Access } from '../data/access.ts';
import { withRole } from '../data/graphql.ts';
import type { Services } from '../services.ts';
import {
  AccessContext,
  CaseDraftsContext,
  CasesContext,
  DraftContext,
  EditingContext,
  FetchContext,
  FollowContext,
  GraphqlContext,
  PresenceContext,
  ReentryContext,
  RenewalContext,
  SessionContext,
} from './contexts.ts';
import type { SessionState } from './session.ts';

interface ServicesProviderProps {
  readonly services: Services;
  readonly access: Access;
  /** Null until it is known who has signed in. */
  readonly person: SessionState | null;
  readonly children: ReactNode;
}

export function ServicesProvider({ services, access, person, children }: ServicesProviderProps): ReactElement {
  const { session, reauthentication, run, follow, fetch, drafts, caseDrafts, presence } = services;
  const answersCases = person?.answersCases ?? false;
  const asOmbudsman = useMemo(() => (answersCases ? withRole(run, CASES_ROLE) : null), [run, answersCases]);
  return (
    <SessionContext value={session}>
      <ReentryContext value={reauthentication}>
        <RenewalContext value={reauthentication.renew}>
          <FetchContext value={fetch}>
            <GraphqlContext value={run}>
              <DraftContext value={drafts}>
                <PresenceContext value={presence}>
                  <CasesContext value={asOmbudsman}>
                    <CaseDraftsContext value={caseDrafts}>
                      <EditingContext value={person !== null && mayEdit(person)}>
                        <FollowContext value={follow}>
                          <AccessContext value={access}>{children}</AccessContext>
                        </FollowContext>
                      </EditingContext>
                    </CaseDraftsContext>
                  </CasesContext>
                </PresenceContext>
              </DraftContext>
            </GraphqlContext>
          </FetchContext>
        </RenewalContext>
      </ReentryContext>
    </SessionContext>
  );
}
