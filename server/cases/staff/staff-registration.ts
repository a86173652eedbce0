/** A case that came by telephone, at the counter, by letter or by e-mail, registered by the staff with the form and the rules of the site. */
import type { Request, Response } from 'express';
import { CHANNELS } from '../../../shared/cases/vocabulary.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { CASES_CALLER, type Caller } from '../../backend/backend.ts';
import { type ReceivedForm, receiveForm } from '../../http/forms/received-form.ts';
import { sendJson } from '../../http/responses.ts';
import { createCaseDesk } from '../case-desk.ts';
import type { SenderNumber } from '../sender-number.ts';
import { type SubmissionOutcome, submit } from '../submission.ts';
import type { SubmissionLimits } from '../submission-limits.ts';
import type { StaffRouterOptions } from './staff-caller.ts';

/** The limits by browser and address are for strangers; the staff has signed in. */
const NO_LIMITS: SubmissionLimits = { count: () => Promise.resolve(0), giveBack: () => Promise.resolve() };

/** The administration sends forms by script. */
const NO_SENDER: SenderNumber = () => Promise.resolve(null);

const USER_ID = 'x-hasura-user-id';

/** Registers the case. 201 has the receipt with the access code, which nothing shows again; else what is wrong, by its fields. */
export async function registerForCitizen(req: Request, res: Response, caller: Caller, options: StaffRouterOptions): Promise<void> {
  const form = await receiveForm(req, options.received);
  try {
    const outcome = await registered(form, caller, options);
    if (outcome.kind === 'registered') return sendJson(req, res.status(201), JSON.stringify({ recibo: outcome.receipt }));
    const { errors, notice } = outcome.form;
    sendJson(req, res.status(outcome.status), JSON.stringify({ errors, notice }));
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
