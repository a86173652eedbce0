import type { ConformanceCase, OriginAnswer } from './case.ts';

const CC = 'Cache-Control';
const STORED = 'max-age=1, stale-while-revalidate=600, stale-if-error=600';

interface Outdating {
  readonly id: string;
  readonly source: string;
  /** With or without a validator on the stored response. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly ask?: Readonly<Record<string, string>>;
  readonly answer: OriginAnswer;
  readonly options?: ConformanceCase['options'];
}

/** A background revalidation receives `answer`. Then the origin is unreachable, and only a response that is still stored can be sent. */
function afterRefresh({ id, source, stored = {}, ask = {}, answer, options = {} }: Outdating, isGone: boolean): ConformanceCase {
  return {
    id,
    kind: 'required',
    source,
    options,
    exchanges: [
      { origin: { headers: { [CC]: STORED, ...stored } }, expect: { answer: 1 } },
      { after: 5, headers: ask, origin: answer, expect: { answer: 1 } },
      // Longer than the backoff after a failed revalidation.
      isGone
        ? { after: 300, origin: 'hang-up', expect: { status: 502 } }
        : { after: 300, origin: 'hang-up', expect: { status: 200, answer: 1 } },
    ],
  };
}

const VALIDATORS = [
  { name: 'without', stored: {} },
  { name: 'with', stored: { ETag: '"a"' } },
] as const;

/** Which responses that are not stored outdate the stored one: RFC 9111 §4.3.3, §4.2.4, RFC 5861. */
export const OUTDATED_CASES: readonly ConformanceCase[] = VALIDATORS.flatMap(({ name, stored }) => [
  ...[302, 404, 410, 451].map((status) =>
    afterRefresh({ id: `${status}-outdates-${name}-validator`, source: 'RFC 9111 §4.3.3', stored, answer: { status } }, true),
  ),
  ...['no-store', 'private'].map((directive) =>
    afterRefresh(
      { id: `${directive}-outdates-${name}-validator`, source: 'RFC 9111 §5.2.2', stored, answer: { headers: { [CC]: directive } } },
      true,
    ),
  ),
  ...[400, 401, 403, 407, 408, 421, 425, 429, 500, 503].map((status) =>
    afterRefresh({ id: `${status}-outdates-nothing-${name}-validator`, source: 'RFC 9110 §15', stored, answer: { status } }, false),
  ),
  afterRefresh(
    {
      id: `response-too-long-to-store-outdates-${name}-validator`,
      source: 'RFC 9111 §4.3.3',
      stored,
      answer: { headers: { [CC]: 'max-age=60' }, body: 'x'.repeat(2_000) },
      options: { bounds: { bodyBytes: 1_000 } },
    },
    true,
  ),
  afterRefresh(
    {
      id: `response-to-authorized-request-outdates-nothing-${name}-validator`,
      source: 'RFC 9111 §3.5',
      stored,
      ask: { Authorization: 'x' },
      answer: { headers: { [CC]: 'private' } },
    },
    false,
  ),
]);
