/**
 * Response fields that the edge obeys and does not pass on: targeted cache directives (RFC 9213) and cache groups (RFC 9875) that are meant
 * for it alone. No browser reads them, and the groups of a long list take more bytes than all other fields together.
 */
import { type Fields, filterFields } from '../../message/field-lines.ts';

export interface ConsumptionRules {
  /** Lower-case names; none where a cache between the edge and the client obeys these fields too. */
  readonly consumedFields: readonly string[];
}

/** Returns the fields for a client. Stored responses keep all of theirs. */
export function withoutConsumed(fields: Fields, { consumedFields }: ConsumptionRules): Fields {
  return consumedFields.length === 0 ? fields : filterFields(fields, (name) => !consumedFields.includes(name));
}
