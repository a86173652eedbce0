/**
 * What a private page says of its visitor's session. It never holds a token, and no response with it is ever stored by a shared cache.
 */
import { SESSION_BLOCK_ID } from '../builds/block-names.ts';
import type { CaseScreen } from '../cases/case-screen.ts';
import { inlineJson } from '../html/escape.ts';

/** Role of people who administer the site. */
export const ADMINISTRATOR_ROLE = 'administrador';

/** Roles of people who edit: an `administrador` may all that an `editor` may. */
export const EDITING_ROLES: ReadonlySet<string> = new Set(['editor', ADMINISTRATOR_ROLE]);

/** Role of people who answer the cases of citizens. An editor may have it beside the own role. */
export const CASES_ROLE = 'ouvidor';

/**
 * The role that the pages of the site ask with for a signed-in user: they show the staff what is published, as they show the public. Drafts are
 * shown by the administration. Without a token the backend ignores it.
 */
export const READER_ROLE = 'user';

/** A user whose token the server has verified. */
export interface SignedInUser {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  /** The role of the person's requests: `me` or `user` for those who are no staff. */
  readonly role: string;
  /** True when the account asks for a one-time code at sign-in. */
  readonly hasTotp: boolean;
}

export type SignInField = 'email' | 'password' | 'otp';

export interface SignInError {
  /** null for an error of the whole form: too many attempts, a disabled account. */
  readonly field: SignInField | null;
  /** Sentence in Portuguese. */
  readonly message: string;
}

/** A sign-in form that goes back to the visitor: refused, or waiting for the one-time code. */
export interface SignInForm {
  /** As the visitor typed it. */
  readonly email: string;
  /** Names the sign-in whose password was right and that waits for the one-time code; null where e-mail and password are to be typed. */
  readonly ticket: string | null;
  /** The row that the administration opens after the sign-in, as `table/key`; null for none. */
  readonly record: string | null;
  readonly errors: readonly SignInError[];
}

/** The form of another password that was sent without script and goes back. */
export interface RefusedPassword {
  /** null for an error of the whole form. */
  readonly field: 'currentPassword' | 'newPassword' | null;
  /** Sentence in Portuguese. */
  readonly message: string;
}

/** A session of the person, which a browser or a program keeps open. */
export interface OpenSession {
  readonly id: string;
  /** 'Firefox em Windows'; null where it was not told. */
  readonly device: string | null;
  /** ISO 8601. */
  readonly since: string;
  /** When its access token was renewed last, ISO 8601: it is used until a quarter of an hour later at most. */
  readonly usedAt: string;
  /** Whether the page was asked for in it. */
  readonly isCurrent: boolean;
}

/** What the screen of the own account knows beside the user, where the backend tells it. */
export interface OwnAccount {
  /** The latest first. */
  readonly sessions: readonly OpenSession[];
  readonly recoveryCodesLeft: number;
}

export type PageSession =
  | {
      readonly kind: 'signedIn';
      readonly user: SignedInUser;
      readonly refusedPassword?: RefusedPassword;
      readonly account?: OwnAccount;
      /** On the own account of who answers cases: whether the person gets their digest by e-mail. */
      readonly getsDigest?: boolean;
    }
  | { readonly kind: 'signingIn'; readonly form: SignInForm }
  /** No user has signed in: the page is one citizen's own by what it shows. */
  /** `isReturned` says that a form was not taken. */
  | { readonly kind: 'case'; readonly screen: CaseScreen; readonly isReturned: boolean };

/** True for those who may edit the content; the backend refuses the others too. */
export function mayEdit({ role }: Pick<SignedInUser, 'role'>): boolean {
  return EDITING_ROLES.has(role);
}

/** True for those who may open the administration, to edit or to answer citizens. */
export function mayAdminister({ role }: Pick<SignedInUser, 'role'>): boolean {
  return role === CASES_ROLE || EDITING_ROLES.has(role);
}

/** Returns the user of a page's session, or null. */
export function userOf(session: PageSession | null): SignedInUser | null {
  return session?.kind === 'signedIn' ? session.user : null;
}

/** Writes the block; nothing for a page without a session, so that public documents stay as they are. */
export function sessionBlock(session: PageSession | null): string {
  if (session === null) return '';
  return `<script type="application/json" id="${SESSION_BLOCK_ID}">${inlineJson(JSON.stringify(session))}</script>`;
}
