/** One submission of a form, from what arrived to what its sender is told. Nothing that was typed is ever lost on the way. */

import type { IncomingHttpHeaders } from 'node:http';
import { type CaseReading, type CaseValues, type FieldError, readCaseForm } from '../../shared/cases/case-form.ts';
import type { Receipt, ReturnedForm } from '../../shared/cases/case-screen.ts';
import { CASE_MESSAGES, waitMessage } from '../../shared/cases/messages.ts';
import type { Pedido } from '../../shared/cases/pedido.ts';
import { type Reception, readReception } from '../../shared/cases/reception.ts';
import type { Channel } from '../../shared/cases/vocabulary.ts';
import { errorCodeOf } from '../../shared/errors/error-code.ts';
import { localDay } from '../../shared/time/local-day.ts';
import { instantOf } from '../../shared/time/wall-time.ts';
import type { FileUpload, FileWrites } from '../backend/backend.ts';
import type { ReceivedForm } from '../http/forms/received-form.ts';
import type { Logger } from '../observability/log.ts';
import { accessCode, codeDigest, registeredCode } from './access-code.ts';
import { checkedAttachment, faultStatus, fileFaults, storeSubmitted } from './attachments.ts';
import type { CaseDesk } from './case-desk.ts';
import { caseFields } from './case-fields.ts';
import { type CaseKeys, keyedDigest } from './case-keys.ts';
import { encryptDocument } from './document-cipher.ts';
import { keyCheck } from './required-keys.ts';
import type { SenderNumber } from './sender-number.ts';
import { caseId, repeatedKey, type SubmittedForm, submissionKeys } from './submission-key.ts';
import type { SubmissionLimits } from './submission-limits.ts';

export interface SubmissionOptions {
  readonly desk: CaseDesk;
  readonly files: FileWrites | undefined;
  readonly keys: () => Promise<CaseKeys>;
  readonly limits: SubmissionLimits;
  readonly senderNumber: SenderNumber;
  readonly timeZone: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Logger;
}

export interface Sender {
  /** Null for this machine. */
  readonly address: string | null;
  readonly headers: IncomingHttpHeaders;
  /** False where another site may have made the browser send the form. */
  readonly isOwnPage: boolean;
  /** True for who registers a case that came another way, and says how and when. */
  readonly isStaff?: boolean;
}

export type SubmissionOutcome =
  | { readonly kind: 'registered'; readonly receipt: Receipt }
  | { readonly kind: 'returned'; readonly status: number; readonly form: ReturnedForm; readonly retryAfterSeconds?: number };

/** Milliseconds; a person takes longer. Known only where the script counts them. */
const LEAST_MS = 3_000;

/** Registers a form, or returns it filled with what is wrong. Never rejects for what the backend does. */
export async function submit(channel: Channel, form: ReceivedForm, from: Sender, options: SubmissionOptions): Promise<SubmissionOutcome> {
  const returned: Return = (status, errors, notice = null) => ({
    kind: 'returned',
    status,
    form: { kind: 'form', channel, typed: form.typed, errors, notice, lostFiles: form.files.length > 0 || form.fault !== null },
  });
  if (!from.isOwnPage) return returned(403, [], CASE_MESSAGES.deOutroSite);
  const today = localDay(options.now(), options.timeZone());
  const reading = readCaseForm(channel, form.typed, today);
  const reception = from.isStaff === true ? readReception(form.typed, today) : null;
  const uploads = await Promise.all(form.files.map(checkedAttachment));
  const { diskError } = form;
  if (diskError !== null) options.log.error({ channel, code: diskError.code, err: diskError }, 'a submission could not be registered');
  const ofReception = reception?.kind === 'faulty' ? reception.errors : [];
  const errors = [...ownFaults(form), ...ofReception, ...fieldFaults(form, reading), ...fileFaults(form, uploads)];
  if (errors.length > 0 || reading.kind === 'faulty') return returned(faultStatus(form, uploads, errors), errors);
  const submitted: SubmittedForm = { channel, typed: form.typed, fileDigests: form.files.map(({ sha256 }) => sha256) };
  const received = reception?.kind === 'valid' ? reception.reception : null;
  return register(
    { from, values: reading.case, received, submitted, uploads: uploads.filter((upload) => upload !== null), returned },
    options,
  );
}

type Return = (status: number, errors: readonly FieldError[], notice?: string | null) => Extract<SubmissionOutcome, { kind: 'returned' }>;

interface Registration {
  readonly from: Sender;
  readonly values: CaseValues;
  /** Null for a form of the site, which came now. */
  readonly received: Reception | null;
  readonly submitted: SubmittedForm;
  readonly uploads: readonly FileUpload[];
  readonly returned: Return;
}

async function register(registration: Registration, options: SubmissionOptions): Promise<SubmissionOutcome> {
  const { from, submitted, returned } = registration;
  let repeated: string | null = null;
  let isCounted = false;
  // What comes back is the same submission when it is sent again.
  const again = (outcome: Extract<SubmissionOutcome, { kind: 'returned' }>): SubmissionOutcome =>
    repeated === null ? outcome : { ...outcome, form: { ...outcome.form, typed: { ...outcome.form.typed, chave: repeated } } };
  try {
    const keys = await options.keys();
    const wait = await options.limits.count(from.address, from.headers);
    isCounted = true;
    if (wait > 0) return { ...returned(429, [], waitMessage(wait)), retryAfterSeconds: wait };
    // Behind the limit: the number is a row of the database.
    const names = submissionKeys(keys, submitted, { now: options.now(), sender: await options.senderNumber(keys, submitted, from) });
    repeated = repeatedKey(keys, submitted, names[0]);
    return await registerOnce(registration, { keys, names }, options);
  } catch (error) {
    // Only its name: the text of an error may repeat what a citizen wrote.
    options.log.error(
      { channel: submitted.channel, fault: error instanceof Error ? error.name : 'unknown', code: errorCodeOf(error) || null },
      'a submission could not be registered',
    );
    // Who tries again until the backend is there has registered nothing yet. Where that cannot be taken back, it counts.
    if (isCounted) await options.limits.giveBack(from.address, from.headers).catch(() => undefined);
    return again(returned(503, [], CASE_MESSAGES.indisponivel));
  }
}

interface Named {
  readonly keys: CaseKeys;
  /** The key of the submission, and those of its earlier attempts. */
  readonly names: readonly [string, ...string[]];
}

/** @throws what the storage or the database throws, after which it is unknown whether the case was registered */
async function registerOnce(
  { values, received, submitted: { channel }, uploads, returned }: Registration,
  { keys, names: [key, ...others] }: Named,
  { desk, files, log, timeZone, now }: SubmissionOptions,
): Promise<SubmissionOutcome> {
  const id = caseId(keys, key);
  const code = accessCode(keys, key);
  const stored = await storeSubmitted({ desk, files }, uploads);
  const today = localDay(now(), timeZone());
  const fields = caseFields(values, {
    attachments: stored.ids,
    encrypt: (number) => encryptDocument(keys, id, number),
    requester: (request) => requesterDigest(keys, request, received?.recebido_em ?? today),
  });
  const own = { id, outras_chaves: others, cifra: keyCheck(keys[0]), arquivos: stored.rows };
  const entry = received === null ? {} : entryFields(received, today, timeZone());
  const answer = await desk.register(channel, key, codeDigest(keys[0], code), { ...fields, ...entry, ...own });
  if (answer.kind === 'done') {
    const { ja_existia: isRepeated, chave, codigo_hash: digest } = answer.value;
    if (!isRepeated) return { kind: 'registered', receipt: receiptOf(values, answer.value, code) };
    // The first submission has files of its own.
    await stored.discard();
    return { kind: 'registered', receipt: receiptOf(values, answer.value, registeredCode(keys, chave, digest) ?? code) };
  }
  await stored.discard();
  const reason = answer.kind === 'refused' ? answer.reason : answer.kind;
  // RFC 9110 §15.5.10: the channel was handed over to another system after the page had been read.
  if (reason === 'canal_externo') return returned(409, [], CASE_MESSAGES.canalExterno);
  log.warn({ channel, reason }, 'a submission was refused by the database');
  if (reason === 'data_antiga') return returned(422, [{ field: 'recebido_em', message: CASE_MESSAGES.recebimentoAntigo }]);
  // The database has a clock of its own, and the zone may have changed a moment ago.
  if (reason === 'data_no_futuro') return returned(422, [{ field: 'data_fato', message: CASE_MESSAGES.dataFutura }]);
  return returned(422, [], CASE_MESSAGES.indisponivel);
}

/** The day is known and not the hour, so a day before today is told by its noon. */
function entryFields({ canal_entrada, recebido_em }: Reception, today: string, timeZone: string): Readonly<Record<string, unknown>> {
  const noon = recebido_em === today ? null : instantOf(`${recebido_em}T12:00`, timeZone);
  return { canal_entrada, registrado_em: noon === null ? null : new Date(noon).toISOString() };
}

function receiptOf({ channel, values }: CaseValues, { protocolo, registrado_em, prazo_em }: RegisteredFields, codigo: string): Receipt {
  const anonima = channel === 'ouvidoria' && values.identificacao === 'anonima';
  return { channel, protocolo, codigo, registradoEm: registrado_em, prazoEm: prazo_em, email: anonima ? null : values.email, anonima };
}

interface RegisteredFields {
  readonly protocolo: string;
  readonly registrado_em: string;
  readonly prazo_em: string | null;
}

/** What programs do and people do not. Both come back with what to do, because a receipt is never refused. */
function ownFaults({ typed: { site = '', tempo = '' } }: ReceivedForm): readonly FieldError[] {
  const faults: FieldError[] = [];
  if (site !== '') faults.push({ field: 'site', message: CASE_MESSAGES.reservado });
  if (/^\d{1,9}$/.test(tempo) && Number(tempo) < LEAST_MS) faults.push({ field: 'texto', message: CASE_MESSAGES.rapido });
  return faults;
}

/** One sentence for each field. Of a text that was cut, the one that says so. */
function fieldFaults({ cut }: ReceivedForm, reading: CaseReading): readonly FieldError[] {
  const others = reading.kind === 'faulty' ? reading.errors.filter(({ field }) => !cut.includes(field)) : [];
  return [...cut.map((field) => ({ field, message: CASE_MESSAGES.textoCortado })), ...others];
}

/**
 * The digest by which requests of one person in a year are recognised as such, so that different requesters can be counted (Lei 12.527 art. 30, III). It is keyed,
 * another one each year, and says nothing without the key. A requester who gives a document in one request and an address alone in another counts twice.
 * @param today the day at the institution, as `2026-12-31`
 */
function requesterDigest([key]: CaseKeys, values: Pedido, today: string): string {
  return keyedDigest(key, 'solicitante', JSON.stringify([today.slice(0, 4), ...identityOf(values)])).toString('hex');
}

function identityOf({ documento, email, nome, cep }: Pedido): readonly string[] {
  if (documento !== null) return [documento.tipo, documento.numero];
  if (email !== null) return ['email', email.toLowerCase()];
  return [
    'carta',
    (nome ?? '')
      .normalize('NFD')
      .replaceAll(/[^a-z]/gi, '')
      .toLowerCase(),
    cep ?? '',
  ];
}
