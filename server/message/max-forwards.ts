/** `Max-Forwards` of TRACE and OPTIONS (RFC 9110 §7.6.2): how many times such a request may still be handed on. */
import { type Fields, fieldValue, replaceField } from './field-lines.ts';

export type Forwards =
  /** The request ends here: this is its final recipient. */
  { readonly kind: 'last' } | { readonly kind: 'forward'; readonly fields: Fields };

/** Returns the fields that the next recipient gets. For other methods, and a field that is no number, nothing changes. */
export function countedForwards(method: string | undefined, fields: Fields): Forwards {
  const value = method === 'TRACE' || method === 'OPTIONS' ? fieldValue(fields, 'max-forwards') : null;
  if (value === null || !/^\d{1,15}$/.test(value)) return { kind: 'forward', fields };
  const left = Number(value);
  return left === 0 ? { kind: 'last' } : { kind: 'forward', fields: replaceField(fields, 'Max-Forwards', String(left - 1)) };
}
