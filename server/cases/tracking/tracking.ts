/** Following a case by protocol and access code, and what its citizen may do with it. Unknown and wrong are one answer. */
import { hash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FieldError, TypedForm } from '../../../shared/cases/case-form.ts';
import type { CaseAction, CaseScreen, PendingAction } from '../../../shared/cases/case-screen.ts';
import { characterCount, email as emailField, typedText } from '../../../shared/cases/fields.ts';
import { ATTACHMENTS_FIELD, MOST_CHARACTERS_OF_ACT, MOST_FILES_OF_CASE } from '../../../shared/cases/form-limits.ts';
import { CASE_MESSAGES, longTextMessage, refusalMessage, trackingWaitMessage, waitMessage } from '../../../shared/cases/messages.ts';
import type { FileUpload } from '../../backend/backend.ts';
import type { ReceivedForm } from '../../http/forms/received-form.ts';
import type { Logger } from '../../observability/log.ts';
import { codeDigest, parseAccessCode } from '../access-code.ts';
import { type AttachmentStore, checkedAttachment, faultStatus, fileFaults, removeAttachments, storeAttachments } from '../attachments.ts';
import type { CaseAccess, CaseDesk, ConsultedCase, DeskAnswer } from '../case-desk.ts';
import { type CaseKey, type CaseKeys, keyedDigest } from '../case-keys.ts';
import type { SubmissionLimits } from '../submission-limits.ts';
import { trackedCase } from './tracked-case.ts';

export interface TrackingOptions extends Pick<AttachmentStore, 'files'> {
  readonly desk: CaseDesk;
  readonly keys: () => Promise<CaseKeys>;
  /** Of submissions. An act counts as one. */
  readonly limits: SubmissionLimits;
  readonly log: Logger;
}

export interface TrackingAnswer {
  readonly status: number;
  readonly screen: Extract<CaseScreen, { readonly kind: 'tracked' | 'trackingForm' }>;
  /** The case itself, for a request for one of its files. */
  readonly found: ConsultedCase | null;
  readonly retryAfterSeconds?: number;
}

export interface Citizen {
  /** Of the connection, null for this machine. */
  readonly address: string | null;
  readonly headers: IncomingHttpHeaders;
}

/** Channel, year, number and check digit. The length of all others tells where the number ends, so the hyphens may be left out. */
const PROTOCOL = /^([A-Z]{2,4})-?(\d{4})-?(\d{6,12})-?(\d)$/;

/** Returns a protocol as it is written; null for none. What a person types is in any case, with spaces, with the dashes that a telephone makes of two, or with none. */
export function parseProtocol(text: string): string | null {
  const protocol = text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[\u2010-\u2015]/g, '-');
  return PROTOCOL.exec(protocol)?.slice(1).join('-') ?? null;
}

/** A random UUID (RFC 9562). */
const PAGE_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The database's reasons for limits that were reached: of attempts, and of files of one case. */
const TOO_MANY = 'muitas_tentativas';
const TOO_MANY_FILES = 'anexos_demais';

/** A form that was sent, or what stands in its place where a case is shown again. */
type SentForm = Pick<ReceivedForm, 'typed' | 'files' | 'fault' | 'diskError'>;

type Ask = (access: CaseAccess) => Promise<DeskAnswer<ConsultedCase>>;

/** Shows a case, or does something with it first. Files are looked at for who has protocol and code alone. */
export async function track(
  form: SentForm,
  { address, headers }: Citizen,
  action: CaseAction | null,
  options: TrackingOptions,
): Promise<TrackingAnswer> {
  const { typed } = form;
  const { protocolo = '', codigo = '' } = typed;
  const [protocol, code] = [parseProtocol(protocolo), parseAccessCode(codigo)];
  const pending = pendingOf(action, form);
  const errors: FieldError[] = [];
  if (protocol === null) errors.push({ field: 'protocolo', message: CASE_MESSAGES.protocolo });
  if (code === null) errors.push({ field: 'codigo', message: CASE_MESSAGES.codigo });
  const asked = (status: number, notice: string | null): TrackingAnswer => ({
    status,
    screen: { kind: 'trackingForm', form: { protocolo, codigo: status === 503 ? codigo : '', errors, notice, pending } },
    found: null,
  });
  if (protocol === null || code === null) return asked(422, null);
  const typedFaults = action === null ? [] : actionFaults(action, typed);
  try {
    const keys = await options.keys();
    const origin = `${address ?? 'local'}\n${protocol}`;
    const ask = (by: Ask): Promise<DeskAnswer<ConsultedCase>> => withEachKey(keys, { protocol, code, origin }, by);
    const first = await ask(options.desk.consult);
    const attempt: Attempt =
      first.kind === 'done' && action !== null
        ? await act(form, first.value, { action, typedFaults, ask, count: () => options.limits.count(address, headers), options })
        : { answer: first, faults: typedFaults, status: 422 };
    const { answer, faults, status, waitSeconds } = attempt;
    if (waitSeconds !== undefined) return { ...asked(429, waitMessage(waitSeconds)), retryAfterSeconds: waitSeconds };
    if (answer.kind === 'done') return shown(answer.value, { code, form, faults, notice: null, action, status });
    if (answer.kind === 'absent') return asked(404, CASE_MESSAGES.naoEncontrado);
    if (answer.reason === TOO_MANY) return asked(429, trackingWaitMessage);
    const present = await ask(options.desk.consult);
    if (present.kind !== 'done') return asked(404, CASE_MESSAGES.naoEncontrado);
    const tooManyFiles = { faults: [{ field: ATTACHMENTS_FIELD, message: CASE_MESSAGES.arquivosDemaisNoCaso }], notice: null };
    const refusal = answer.reason === TOO_MANY_FILES ? tooManyFiles : { faults, notice: refusalMessage(answer.reason) };
    return shown(present.value, { code, form, action, ...refusal, status: 422 });
  } catch (error) {
    options.log.error({ fault: error instanceof Error ? error.name : 'unknown' }, 'a case could not be read');
    return asked(503, pending === null ? CASE_MESSAGES.consultaIndisponivel : CASE_MESSAGES.indisponivel);
  }
}

/** Returns what a form that goes back carries along, so that nothing is typed twice. */
export function pendingOf(action: CaseAction | null, form: SentForm): PendingAction | null {
  if (action === null) return null;
  const typed = Object.fromEntries(ACTION_FIELDS.map((name) => [name, form.typed[name] ?? '']));
  return { action, typed, lostFiles: bringsFiles(action, form) };
}

/** Acts that take files, and whether the case takes them now. */
const TAKES_FILES = {
  complement: ({ pode_complementar }) => pode_complementar,
  appeal: ({ pode_recorrer }) => pode_recorrer,
} as const satisfies Partial<Record<CaseAction, (present: ConsultedCase) => boolean>>;
type FileAction = keyof typeof TAKES_FILES;

function takesFiles(action: CaseAction | null): action is FileAction {
  return action !== null && action in TAKES_FILES;
}

/** Whether files had been chosen for an act that takes them. */
export function bringsFiles<Action extends CaseAction | null>(action: Action, { files, fault }: SentForm): action is Action & FileAction {
  return takesFiles(action) && (files.length > 0 || fault !== null);
}

const ACTION_FIELDS = ['texto', 'nota', 'resolutividade', 'email', 'chave'] as const;

interface Claim {
  readonly protocol: string;
  readonly code: string;
  readonly origin: string;
}

/**
 * The digest of an older case is that of an older key. The database counts a right code as a failed attempt under every key before its own, so only
 * what it counts under the last key that is asked is a limit.
 */
async function withEachKey(keys: CaseKeys, claim: Claim, ask: Ask): Promise<DeskAnswer<ConsultedCase>> {
  let answer: DeskAnswer<ConsultedCase> = { kind: 'absent' };
  for (const key of keys) {
    answer = await ask(accessOf(key, claim));
    const isOtherKey = answer.kind === 'absent' || (answer.kind === 'refused' && answer.reason === TOO_MANY);
    if (!isOtherKey) return answer;
  }
  return answer;
}

function accessOf(key: CaseKey, { protocol, code, origin }: Claim): CaseAccess {
  return { protocolo: protocol, codigo: codeDigest(key, code), tentativa: keyedDigest(key, 'tentativa', origin).toString('hex') };
}

function actionFaults(action: CaseAction, { texto = '', nota = '', email = '' }: TypedForm): readonly FieldError[] {
  if (action === 'email') return emailAddress(email) === null ? [{ field: 'email', message: CASE_MESSAGES.email }] : [];
  const [length, most] = [characterCount(typedText(texto)), MOST_CHARACTERS_OF_ACT[action]];
  if (length > most) return [{ field: 'texto', message: longTextMessage(most) }];
  if (action === 'rating') return /^[1-5]$/.test(nota) ? [] : [{ field: 'nota', message: CASE_MESSAGES.nota }];
  return length === 0 && action !== 'complaint' ? [{ field: 'texto', message: CASE_MESSAGES.texto }] : [];
}

/** Returns the address as it is kept; null for none and for what is no address. */
function emailAddress(typed: string): string | null {
  return emailField.safeParse(typed).data ?? null;
}

interface Work {
  readonly action: CaseAction;
  readonly typedFaults: readonly FieldError[];
  readonly ask: (by: Ask) => Promise<DeskAnswer<ConsultedCase>>;
  /** Counts an act. Returns the seconds to wait, 0 where it may go on. */
  readonly count: () => Promise<number>;
  readonly options: TrackingOptions;
}

interface Attempt {
  readonly answer: DeskAnswer<ConsultedCase>;
  readonly faults: readonly FieldError[];
  /** Of the faults. */
  readonly status: number;
  /** Given where too many came before. */
  readonly waitSeconds?: number;
}

/**
 * Does with the case that was consulted what its citizen sends, where nothing is wrong with it. Each act is counted: a case keeps what it adds, and a
 * corrected address gets a receipt. @throws AppError of the storage
 */
async function act(form: SentForm, present: ConsultedCase, work: Work): Promise<Attempt> {
  const { action, typedFaults, ask, count, options } = work;
  const hasFiles = bringsFiles(action, form);
  const uploads = hasFiles ? await Promise.all(form.files.map(checkedAttachment)) : [];
  const faults = hasFiles ? [...typedFaults, ...fileFaults(form, uploads)] : typedFaults;
  const { diskError } = form;
  if (diskError !== null) options.log.error({ action, code: diskError.code, err: diskError }, 'an act with files could not be registered');
  const consulted: Attempt = { answer: { kind: 'done', value: present }, faults, status: faultStatus(form, uploads, faults) };
  if (faults.length > 0) return consulted;
  const waitSeconds = await count();
  if (waitSeconds > 0) return { ...consulted, waitSeconds };
  if (!bringsFiles(action, form)) return { ...consulted, answer: await ask(actionOf(action, form, [], options.desk)) };
  const accepted = uploads.filter((upload) => upload !== null);
  return { ...consulted, answer: await addFiles(form, present, { action, uploads: accepted, ask, options }) };
}

/**
 * Stores files only where the case takes them, and removes them where it does not come to have them: what is written and removed stays in the
 * storage for a day. @throws AppError of the storage
 */
async function addFiles(
  form: SentForm,
  present: ConsultedCase,
  {
    action,
    uploads,
    ask,
    options,
  }: Pick<Work, 'ask' | 'options'> & { readonly action: FileAction; readonly uploads: readonly FileUpload[] },
): Promise<DeskAnswer<ConsultedCase>> {
  // The database knows whether this is the last act once more, or refuses it.
  if (!TAKES_FILES[action](present)) return ask(actionOf(action, form, [], options.desk));
  const own = present.anexos.filter(({ autor }) => autor === 'cidadao').length;
  if (own + uploads.length > MOST_FILES_OF_CASE) return { kind: 'refused', reason: TOO_MANY_FILES };
  const stored = await storeAttachments(options, uploads);
  // Where this fails it is unknown whether the case has them; if not, they are removed an hour later.
  const answer = await ask(actionOf(action, form, stored, options.desk));
  const isKept = answer.kind === 'done' && answer.value.anexos.some(({ arquivo_id }) => stored.includes(arquivo_id));
  if (!isKept) await removeAttachments(options.files, stored);
  return answer;
}

/** @param anexos ids of the stored files */
function actionOf(action: CaseAction, { typed, files }: SentForm, anexos: readonly string[], desk: CaseDesk): Ask {
  const { texto = '', nota = '', resolutividade = '' } = typed;
  const email = emailAddress(typed['email'] ?? '') ?? '';
  const text = typedText(texto);
  const digests = takesFiles(action) ? files.map(({ sha256 }) => sha256) : [];
  const chave = actKey(typed['chave'] ?? '', [action, text, nota, resolutividade, email, ...digests]);
  switch (action) {
    case 'complement':
      return (access) => desk.complement(access, { texto: text, anexos, chave });
    case 'appeal':
      return (access) => desk.appeal(access, { texto: text, anexos, chave });
    case 'complaint':
      return (access) => desk.complain(access, { texto: text === '' ? null : text, chave });
    case 'email':
      return (access) => desk.correctEmail(access, { email, chave });
    case 'rating': {
      const known = ['resolvida', 'parcial', 'nao_resolvida'].includes(resolutividade);
      return (access) =>
        desk.rate(access, { nota: Number(nota), resolutividade: known ? resolutividade : null, texto: text === '' ? null : text, chave });
    }
  }
}

/**
 * Returns the key by which an act happens once: that of the page, which is another one each time a case is shown, the words and the files. Who changes
 * them and sends them from the same page says something else.
 */
function actKey(keyOfPage: string, words: readonly string[]): string | null {
  return PAGE_KEY.test(keyOfPage) ? hash('sha256', JSON.stringify([keyOfPage, ...words]), 'hex') : null;
}

interface Shown {
  readonly code: string;
  readonly form: SentForm;
  readonly faults: readonly FieldError[];
  readonly notice: string | null;
  readonly action: CaseAction | null;
  /** Of the faults; not looked at where there are none, and no notice. */
  readonly status: number;
}

function shown(found: ConsultedCase, { code, form, faults, notice, action, ...others }: Shown): TrackingAnswer {
  const status = faults.length > 0 || notice !== null ? others.status : 200;
  const done = status === 200 ? action : null;
  const screen: TrackingAnswer['screen'] = {
    kind: 'tracked',
    case: trackedCase(found),
    codigo: code,
    chave: randomUUID(),
    done,
    attempted: action,
    errors: faults,
    typed: done === null ? form.typed : {},
    notice,
    lostFiles: done === null && bringsFiles(action, form) && TAKES_FILES[action](found),
  };
  return { status, screen, found };
}
