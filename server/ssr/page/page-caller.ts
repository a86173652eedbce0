/**
 * In whose name a page asks for its content: the public's, or that of who has signed in, with the role of a reader and not with that of an
 * editor.
 */
import { type PageSession, READER_ROLE, userOf } from '../../../shared/session/page-session.ts';
import { type Caller, PUBLIC_CALLER } from '../../backend/backend.ts';

/** Returns the caller of a page's operations. */
export function pageCaller(session: PageSession | null): Caller {
  const user = userOf(session);
  if (user === null) return PUBLIC_CALLER;
  return { role: READER_ROLE, trust: 'signed-in', session: { 'x-hasura-role': READER_ROLE, 'x-hasura-user-id': user.id } };
}
