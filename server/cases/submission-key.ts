/**
 * The key by which a submission happens once. A browser's script brings a random one. Without script it is a digest of what was typed, of a number
 * for the sender and of the hour, so that a double click is one case; a form that goes back after an attempt with an unknown end carries the key of that attempt.
 */
import type { TypedForm } from '../../shared/cases/case-form.ts';
import type { Channel } from '../../shared/cases/vocabulary.ts';
import { type CaseKey, type CaseKeys, keyedDigest } from './case-keys.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const REPEATED = /^([0-9a-f]{64})\.([0-9a-f]{64})$/;
const HOUR_MS = 3_600_000;

/** Fields that are no part of what the citizen says. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['chave', 'tempo', 'site']);

export interface SubmittedForm {
  readonly channel: Channel;
  readonly typed: TypedForm;
  /** The digest of each file, in order. */
  readonly fileDigests: readonly string[];
}

/**
 * Returns the key, and behind it what another attempt of the same submission may have been registered by: in the hour before or after, or when
 * another secret was in use. @param now milliseconds since 1970
 */
export function submissionKeys(
  keys: CaseKeys,
  form: SubmittedForm,
  { now, sender }: { readonly now: number; readonly sender: number | null },
): readonly [string, ...string[]] {
  const [key, ...olderKeys] = keys;
  const { chave = '' } = form.typed;
  if (isByScript(form)) {
    const named = (by: CaseKey): string => `script:${keyedDigest(by, 'chave', chave).toString('hex')}`;
    return [named(key), ...olderKeys.map(named)];
  }
  const content = contentOf(form);
  const hour = Math.floor(now / HOUR_MS);
  const named = (by: CaseKey, inHour: number): string =>
    `pagina:${digest(by, JSON.stringify([content, form.fileDigests, inHour, sender]))}`;
  // A form that was read later may be registered first, in the next hour, by a process that was less busy or whose clock is ahead.
  const besides = (by: CaseKey, inHour: number): readonly string[] => [named(by, inHour - 1), named(by, inHour + 1)];
  const current = named(key, hour);
  const others = [...besides(key, hour), ...olderKeys.flatMap((by) => [named(by, hour), ...besides(by, hour)])];
  const [, earlier, earlierContent] = REPEATED.exec(chave) ?? [];
  // The files have to be chosen again, so they do not tell whether it is the same submission.
  const isRepeated = earlier !== undefined && keys.some((by) => earlierContent === digest(by, content));
  return isRepeated ? [`pagina:${earlier}`, current, ...others] : [current, ...others];
}

/** Returns what the form that goes back carries as its key, so that a repetition with the same texts is the same submission. */
export function repeatedKey([inUse]: CaseKeys, form: SubmittedForm, key: string): string {
  const { chave = '' } = form.typed;
  return isByScript(form) ? chave : `${key.replace(/^pagina:/, '')}.${digest(inUse, contentOf(form))}`;
}

/** Returns the id of the case of a submission: an UUID of version 8 (RFC 9562 §5.8). */
export function caseId([key]: CaseKeys, submission: string): string {
  const bytes = keyedDigest(key, 'chave', `caso ${submission}`).subarray(0, 16);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the script of the form has given the submission its key. */
export function isByScript({ typed: { chave = '' } }: SubmittedForm): boolean {
  return UUID.test(chave);
}

/** What the citizen says, the same text however the fields are ordered and the lines end. */
export function contentOf({ channel, typed }: SubmittedForm): string {
  const said = Object.entries(typed).filter(([name, value]) => !OWN_FIELDS.has(name) && value.trim() !== '');
  return JSON.stringify([
    channel,
    said
      .map(([name, value]) => [name, value.replaceAll('\r\n', '\n').trim()])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  ]);
}

function digest(key: CaseKey, text: string): string {
  return keyedDigest(key, 'chave', text).toString('hex');
}
