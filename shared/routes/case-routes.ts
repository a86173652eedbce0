/** Pages of one citizen's case. They are not in the table of routes: the server draws them from a POST or a cookie, and no link finds them by name. */
import { NEVER_POLICY } from '../cache/policy.ts';
import { RECEIPT_PATH, TRACKING_PATH } from '../cases/addresses.ts';
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

export type CaseRouteId = (typeof RECEIPT_ROUTE)['id'] | (typeof TRACKING_ROUTE)['id'];
