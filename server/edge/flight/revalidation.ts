/** What the origin's response to a request with validators, or for related responses, means for the stored responses. */
import { fieldValue } from '../../message/field-lines.ts';
import { validatorsOf } from '../../message/preconditions.ts';
import { completesPart } from '../policy/related-responses.ts';
import { decideStorage, effectOnStored, outdatesStored } from '../policy/storage-decision.ts';
import { freshened, identifies, selectedVariant } from '../policy/validation.ts';
import type { LogicalTimestamp, ResponseHead, StoredResponse } from '../response/stored-response.ts';
import { sameSelection } from '../response/vary.ts';
import type { EdgeContext } from './context.ts';
import type { FlightOutcome, FlightPlan } from './plan.ts';

/**
 * Updates the stored response that a 304 validated (RFC 9111 §4.3.4) and returns it for the client. Where only the request forbids storing
 * (`no-store`, `Authorization`), the stored response stays unchanged.
 */
export function validatedOutcome(
  plan: FlightPlan,
  stored: StoredResponse,
  head: ResponseHead,
  began: LogicalTimestamp,
  context: EdgeContext,
): FlightOutcome {
  const { store, report, settings } = context;
  const { key } = plan;
  // A 304 with other validators must not update the stored response. It still answers the one condition that was sent.
  if (!identifies(validatorsOf(head.fields), stored)) return { kind: 'validated', stored, isStored: false };
  const updated = freshened(stored, head, began, plan.fields, settings);
  report({ kind: 'validated', key });
  const effect = effectOnStored(plan, updated.head, settings);
  if (effect === 'remove') store.remove(key, stored);
  return { kind: 'validated', stored: updated, isStored: effect === 'update' && replaceStored(key, stored, updated, context) };
}

/** Applies a response that is not stored itself to the stored response: one that it outdates is removed. */
export function applyUnstored(plan: FlightPlan, head: ResponseHead, began: LogicalTimestamp, context: EdgeContext): void {
  const { stored, method, key } = plan;
  if (stored === null) return;
  if (method === 'HEAD') applyHeadResponse(plan, stored, head, began, context);
  else if (outdatesStored(plan, head, context.settings)) context.store.remove(key, stored);
}

/**
 * Applies the response to a HEAD (RFC 9111 §4.3.5): when it describes the stored response it updates it, where the update may be stored;
 * otherwise the stored response becomes stale. Where only the request forbids storing, nothing changes.
 */
function applyHeadResponse(
  plan: FlightPlan,
  stored: StoredResponse,
  head: ResponseHead,
  began: LogicalTimestamp,
  context: EdgeContext,
): void {
  if (head.status !== 200 || stored.head.status !== 200) return;
  const describesStored = ['etag', 'last-modified', 'content-length'].every((name) => {
    const received = fieldValue(head.fields, name);
    return received === null || received === fieldValue(stored.fields, name);
  });
  const { settings, store } = context;
  const updated = freshened(stored, head, began, plan.fields, settings);
  const effect = effectOnStored(plan, updated.head, settings);
  if (effect === 'keep') return;
  if (effect === 'update' && describesStored) replaceStored(plan.key, stored, updated, context);
  // It keeps its own start, so that purges since then still apply.
  else store.put(plan.key, { ...stored, staleAt: Math.min(stored.staleAt, head.times.receivedAt) });
}

/**
 * Replaces a response by its update. With another selection the old one is removed, because it answers no request any more (RFC 9111 §4.1).
 */
function replaceStored(key: string, before: StoredResponse, after: StoredResponse, { store }: EdgeContext): boolean {
  if (!sameSelection(before.selection, after.selection)) store.remove(key, before);
  return store.put(key, after);
}

/** Returns the outcome of a head that answers only the edge, or 'rest' when it starts the missing part of an incomplete response. */
export function relatedOutcome(
  plan: FlightPlan,
  head: ResponseHead,
  began: LogicalTimestamp,
  context: EdgeContext,
): FlightOutcome | 'rest' {
  const { related, key, fields } = plan;
  const { settings, store, report } = context;
  if (related?.kind === 'part' && completesPart(related, head)) return 'rest';
  const selected = related?.kind === 'variants' ? selectedVariant(related.stored, head, began, fields, settings) : null;
  if (selected === null) return { kind: 'unusable' };
  const { stored, updated } = selected;
  report({ kind: 'validated', key });
  const isStorable = decideStorage(plan, stored.head, false, settings).kind === 'storable';
  if (isStorable) for (const variant of updated) store.put(key, variant);
  return { kind: 'validated', stored, isStored: isStorable && store.put(key, stored) };
}
