/**
 * The share of a client in the forms of cases. One with files may arrive for fifteen minutes and holds its place for as long, so long forms have a
 * share of their own: they keep nobody behind the same address from a message, a receipt or the state of a case.
 */
import type { ClientQuotas } from '../http/client-quotas.ts';
import type { AdmitRequest } from '../http/quota-handler.ts';
import { contentLengthOf } from '../message/content-framing.ts';
import { hasField } from '../message/field-lines.ts';

/** Bytes that a form without files does not have, by far; one with a small file arrives in seconds. */
const LONG = 256 * 1024;

/** Makes the admission of what is sent to `/_casos`. */
export function admitForms(quotas: ClientQuotas): AdmitRequest {
  return (req) => quotas.admit(isLong(req.rawHeaders) ? 'longForm' : 'form', req, null);
}

/** A form whose length is not told may have any. */
function isLong(rawHeaders: readonly string[]): boolean {
  const length = contentLengthOf(rawHeaders);
  return length === null ? hasField(rawHeaders, 'transfer-encoding') : length > LONG;
}
