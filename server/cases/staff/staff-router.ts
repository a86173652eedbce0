/**
 * `/_casos/equipe`: what the staff does with cases and GraphQL alone cannot: files with a step, documents in clear, the list as a file. Everything
 * is asked as the person who has signed in, so the database decides and records.
 */
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import {
  STAFF_CASES_PATH,
  STAFF_DRAFT_KEYS_PATH,
  STAFF_EXPORT_PATH,
  STAFF_PERSON_PATH,
  STAFF_REGISTRATION_PATH,
  STAFF_STEP_PATH,
  staffFilePath,
} from '../../../shared/cases/addresses.ts';
import { readInboxFilter } from '../../../shared/cases/inbox-filter.ts';
import { CHANNELS } from '../../../shared/cases/vocabulary.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { CASES_CALLER, type Caller } from '../../backend/backend.ts';
import { type ReceivedForm, receiveForm } from '../../http/forms/received-form.ts';
import { refuseMethod, sendJson } from '../../http/responses.ts';
import { isSameOrigin } from '../../http/same-origin.ts';
import { splitTarget } from '../../message/request-target.ts';
import { createCaseDesk } from '../case-desk.ts';
import { sendCaseDownload } from '../case-download.ts';
import { keyedDigest } from '../case-keys.ts';
import { decryptDocument } from '../document-cipher.ts';
import type { SenderNumber } from '../sender-number.ts';
import { type SubmissionOutcome, submit } from '../submission.ts';
import type { SubmissionLimits } from '../submission-limits.ts';
import { sendCaseList } from './case-list-file.ts';
import { askAs, ombudsmanOf, type StaffRouterOptions } from './staff-caller.ts';
import { takeStep } from './staff-step.ts';

const MAX_BODY_BYTES = 4_096;

/** Makes the router. The one of `/_casos` around it forbids every cache to store an answer. */
export function createStaffRouter(options: StaffRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(STAFF_CASES_PATH, (req, _res, next) => {
    next(isSameOrigin(req.headers, options.siteOrigin) ? undefined : new AppError('CROSS_SITE_REQUEST'));
  });
  router.use(STAFF_CASES_PATH, async (req, res, next) => {
    res.locals['ombudsman'] = await ombudsmanOf(req, options.identify);
    next();
  });
  router
    .route(STAFF_REGISTRATION_PATH)
    .post((req, res) => registerForCitizen(req, res, callerOf(res), options))
    .all(refuseMethod('POST'));
  router
    .route(STAFF_STEP_PATH)
    .post((req, res) => takeStep(req, res, callerOf(res), options))
    .all(refuseMethod('POST'));
  router
    .route(STAFF_PERSON_PATH)
    .post(express.json({ limit: MAX_BODY_BYTES }), (req, res) => readPerson(req, res, options))
    .all(refuseMethod('POST'));
  router
    .route(STAFF_DRAFT_KEYS_PATH)
    .get((_req, res) => sendDraftKeys(res, options))
    .all(refuseMethod());
  router
    .route(STAFF_EXPORT_PATH)
    .get((req, res) => sendCaseList(res, readInboxFilter(queryOf(req)), callerOf(res), options))
    .all(refuseMethod());
  router
    .route(staffFilePath(':id'))
    .get((req, res) => sendFile(req, res, options))
    .all(refuseMethod());
  return router;
}

/** The person whom the router has let through. */
function callerOf(res: Response): Caller {
  return res.locals['ombudsman'] as Caller;
}

function queryOf(req: Request): URLSearchParams {
  return new URLSearchParams(splitTarget(req.url).query);
}

const PERSON_REQUEST = z.strictObject({ caso_id: z.uuid(), motivo: z.string().max(500) });

const READ = `mutation LerDadosPessoais($caso_id: uuid!, $motivo: String!) {
  ler_dados_pessoais(args: {caso_id: $caso_id, motivo: $motivo}) { nome email telefone documento_tipo documento_cifrado endereco }
}`;

const PERSON = z.object({
  nome: z.string().nullable(),
  email: z.string().nullable(),
  telefone: z.string().nullable(),
  documento_tipo: z.string().nullable(),
  documento_cifrado: z.string().nullable(),
  endereco: z.record(z.string(), z.unknown()).nullable(),
});

/** Shows the person of a case. The function of the database records the reading before it returns anything. */
async function readPerson(req: Request, res: Response, options: StaffRouterOptions): Promise<void> {
  const request = PERSON_REQUEST.safeParse(req.body ?? {});
  if (!request.success) throw new AppError('BAD_REQUEST');
  const answer = await askAs(callerOf(res), { query: READ, variables: request.data }, options.backend);
  if (answer.kind === 'refused') return sendJson(res.status(422), JSON.stringify({ motivo: answer.reason }));
  const row: unknown = Array.isArray(answer.value) ? answer.value[0] : answer.value;
  const { documento_cifrado: encrypted, ...person } = PERSON.parse(row);
  // Null: no key of this server reads it. The rest is shown all the same, and the person told so.
  const documento = encrypted === null ? null : decryptDocument(await options.keys(), request.data.caso_id, encrypted);
  sendJson(res, JSON.stringify({ ...person, documento, documento_ilegivel: encrypted !== null && documento === null }));
}

/**
 * Sends the keys by which the browser of this person encrypts unsaved texts: others for each person, and the same on every replica and after the next
 * sign-in.
 */
async function sendDraftKeys(res: Response, { keys }: StaffRouterOptions): Promise<void> {
  const userId = callerOf(res).session['x-hasura-user-id'];
  if (userId === undefined) throw new AppError('FORBIDDEN');
  const chaves = (await keys()).map((key) => keyedDigest(key, 'texto', userId).toString('base64'));
  sendJson(res, JSON.stringify({ chaves }));
}

async function sendFile(req: Request, res: Response, { backend }: StaffRouterOptions): Promise<void> {
  const id = z.uuid().safeParse(req.params['id']);
  const file = id.success ? await backend.file(id.data, callerOf(res), { kind: 'whole' }) : null;
  if (file === null) throw new AppError('FILE_NOT_FOUND');
  await sendCaseDownload(res, file);
}

/** The limits by browser and address are for strangers; the staff has signed in. */
const NO_LIMITS: SubmissionLimits = { count: () => Promise.resolve(0), giveBack: () => Promise.resolve() };

/** The administration sends forms by script. */
const NO_SENDER: SenderNumber = () => Promise.resolve(null);

const USER_ID = 'x-hasura-user-id';

/**
 * Registers a case that came by telephone, at the counter, by letter or by e-mail, with the form and the rules of the site. 201 has the receipt with
 * the access code, which nothing shows again; else what is wrong, by its fields.
 */
async function registerForCitizen(req: Request, res: Response, caller: Caller, options: StaffRouterOptions): Promise<void> {
  const form = await receiveForm(req, options.received);
  try {
    const outcome = await registered(form, caller, options);
    if (outcome.kind === 'registered') return sendJson(res.status(201), JSON.stringify({ recibo: outcome.receipt }));
    const { errors, notice } = outcome.form;
    sendJson(res.status(outcome.status), JSON.stringify({ errors, notice }));
  } finally {
    await form.discard();
  }
}

function registered(form: ReceivedForm, { session }: Caller, options: StaffRouterOptions): Promise<SubmissionOutcome> {
  const channel = CHANNELS.find((each) => each === form.typed['canal']);
  if (channel === undefined) throw new AppError('BAD_REQUEST');
  // The functions that register are the server's alone; the history names the person.
  const desk = createCaseDesk(options.backend, { ...CASES_CALLER, session: { [USER_ID]: session[USER_ID] ?? '' } });
  const from = { address: null, headers: {}, isOwnPage: true, isStaff: true };
  return submit(channel, form, from, { ...options, desk, limits: NO_LIMITS, senderNumber: NO_SENDER });
}
