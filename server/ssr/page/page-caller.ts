/**
 * In whose name a page asks for its content. Somebody who has signed in asks with the role `user` and not with that of an editor: the pages of
 * the site show what is published, to its staff too; drafts are shown by the administration and its preview.
 */
import { type PageSession, userOf } from '../../../shared/session/page-session.ts';
import { type Caller, PUBLIC_CALLER } from '../../backend/backend.ts';

const ROLE = 'user';

/** Returns the caller of a page's operations. */
export function pageCaller(session: PageSession | null): Caller {
  const user = userOf(session);
  if (user === null) return PUBLIC_CALLER;
  return { role: ROLE, trust: 'signed-in', session: { 'x-hasura-role': ROLE, 'x-hasura-user-id': user.id } };
}
