/** Addresses of what citizens send and follow. None of them is ever stored by a cache. */
import type { Channel } from './vocabulary.ts';

/** Everything below it is about one citizen's own case. */
export const CASES_PATH = '/_casos';

/** The address that the form of each channel posts to. */
export const SUBMISSION_PATHS = {
  contato: `${CASES_PATH}/mensagem`,
  ouvidoria: `${CASES_PATH}/manifestacao`,
  sic: `${CASES_PATH}/pedido`,
} as const satisfies Readonly<Record<Channel, string>>;

/** The form of the channel `contato` with the address of a page, whose path follows: `/_casos/problema/lai` is about `/lai`. */
export const PROBLEM_PATH = `${CASES_PATH}/problema`;

/** Shows what was registered, once it was. */
export const RECEIPT_PATH = `${CASES_PATH}/recibo`;

/** The receipt as a text file, and the end of the term as a calendar file. */
export const RECEIPT_TEXT_PATH = `${RECEIPT_PATH}.txt`;
export const RECEIPT_CALENDAR_PATH = `${RECEIPT_PATH}.ics`;

/** Asks for protocol and access code, and opens the case (POST). With a protocol it shows the case, where this browser has it open. */
export const TRACKING_PATH = `${CASES_PATH}/acompanhar`;

/** Returns an address of the tracking page, in which the protocol is filled in. */
export function withProtocol(trackingAddress: string, protocolo: string): string {
  return `${trackingAddress}?protocolo=${protocolo}`;
}

/** Closes the case that this browser has open (POST), and says so (GET). */
export const TRACKING_END_PATH = `${CASES_PATH}/encerrar`;

/** What a citizen may do with a case; each posts protocol and access code again. */
export const COMPLEMENT_PATH = `${CASES_PATH}/complementar`;
export const APPEAL_PATH = `${CASES_PATH}/recorrer`;
export const COMPLAINT_PATH = `${CASES_PATH}/reclamar`;
export const RATING_PATH = `${CASES_PATH}/avaliar`;
export const EMAIL_PATH = `${CASES_PATH}/email`;

/** Sends a file of a case to its citizen. */
export const CASE_FILE_PATH = `${CASES_PATH}/arquivo`;

/** What the staff does with cases: each needs a verified token with the role of those who answer citizens. */
export const STAFF_CASES_PATH = `${CASES_PATH}/equipe`;

/** Registers a case that came by telephone, at the counter, by letter or by e-mail (POST). */
export const STAFF_REGISTRATION_PATH = `${STAFF_CASES_PATH}/caso`;

/** Takes a step of a case, with files (POST). */
export const STAFF_STEP_PATH = `${STAFF_CASES_PATH}/passo`;

/** Reads who wrote, with a reason that is recorded (POST). */
export const STAFF_PERSON_PATH = `${STAFF_CASES_PATH}/pessoa`;

/** Keys for what a person of the staff writes in the own browser (GET). */
export const STAFF_DRAFT_KEYS_PATH = `${STAFF_CASES_PATH}/chaves`;

/** The list as a file for spreadsheets, with the filters of the list as its query (GET). */
export const STAFF_EXPORT_PATH = `${STAFF_CASES_PATH}/casos.csv`;

/** Returns the address of a file of a case, for the staff. */
export function staffFilePath(id: string): string {
  return `${STAFF_CASES_PATH}/arquivo/${id}`;
}

/** Whether a request sends a form of a case in the media type that holds files, by its target in origin form and its `Content-Type`. */
export function isFormWithFiles(target: string, contentType: string | undefined): boolean {
  return target.startsWith(`${CASES_PATH}/`) && /^multipart\/form-data\b/i.test(contentType ?? '');
}
