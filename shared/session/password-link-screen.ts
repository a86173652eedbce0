/** What a person sees who has no password: asks for a link by e-mail, and sets one at the address of the link. */
export type PasswordLinkScreen =
  /** `email` as it was typed; `problem` is a sentence in Portuguese, null for a form that has not been sent. */
  | { readonly kind: 'ask'; readonly email: string; readonly problem: string | null }
  | { readonly kind: 'sent' }
  /** The site sends no mail. */
  | { readonly kind: 'unavailable' }
  /** `email` is that of the account, empty where the account could not be read now. `faulty` is the field that the problem is about. */
  | {
      readonly kind: 'set';
      readonly action: string;
      readonly email: string;
      readonly problem: string | null;
      readonly faulty: 'password' | 'again';
    }
  | { readonly kind: 'expired' };
