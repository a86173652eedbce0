/** Pages of one citizen's case, of what a reader sends, of who has lost a password, and of the digest of the staff. They are not in the table of routes: the server draws them from a POST or a cookie, and no link finds them by name. */
import { NEVER_POLICY } from '../cache/policy.ts';
import { RECEIPT_PATH, TRACKING_PATH } from '../cases/addresses.ts';
import { SUBSCRIBE_ASKED_PATH } from '../readers/email-subscription.ts';
import { FEEDBACK_THANKS_PATH } from '../readers/feedback.ts';
import { DIGEST_LEAVE_PATH } from '../session/digest-address.ts';
import { PASSWORD_LINK_PATH } from '../session/session-address.ts';
import { defineRoute } from './define.ts';

export const RECEIPT_ROUTE = defineRoute({
  id: 'recibo',
  path: RECEIPT_PATH,
  main: null,
  cache: NEVER_POLICY,
  head: () => ({ title: 'Recibo do seu registro', indexable: false }),
});

export const TRACKING_ROUTE = defineRoute({
  id: 'acompanhamento',
  path: TRACKING_PATH,
  main: null,
  cache: NEVER_POLICY,
  head: () => ({ title: 'Acompanhar pelo protocolo', indexable: false }),
});

export const FEEDBACK_ROUTE = defineRoute({
  id: 'avaliacao',
  path: FEEDBACK_THANKS_PATH,
  main: null,
  cache: NEVER_POLICY,
  head: () => ({ title: 'Avaliação da página', indexable: false }),
});

export const EMAIL_SUBSCRIPTION_ROUTE = defineRoute({
  id: 'novidades',
  path: SUBSCRIBE_ASKED_PATH,
  main: null,
  cache: NEVER_POLICY,
  head: () => ({ title: 'Novidades por e-mail', indexable: false }),
});

export const PASSWORD_LINK_ROUTE = defineRoute({
  id: 'senha',
  path: PASSWORD_LINK_PATH,
  layout: 'iframe',
  main: null,
  cache: NEVER_POLICY,
  head: () => ({ title: 'Senha da conta', indexable: false }),
});

export const DIGEST_ROUTE = defineRoute({
  id: 'resumo',
  path: DIGEST_LEAVE_PATH,
  layout: 'iframe',
  main: null,
  cache: NEVER_POLICY,
  head: () => ({ title: 'Resumo dos casos', indexable: false }),
});

type CaseRoute =
  | typeof RECEIPT_ROUTE
  | typeof TRACKING_ROUTE
  | typeof FEEDBACK_ROUTE
  | typeof EMAIL_SUBSCRIPTION_ROUTE
  | typeof PASSWORD_LINK_ROUTE
  | typeof DIGEST_ROUTE;

export type CaseRouteId = CaseRoute['id'];
