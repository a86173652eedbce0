/** A step of a case with the files that go with it: both happen, or neither. */
import type { Request, Response } from 'express';
import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Caller } from '../../backend/backend.ts';
import { type ReceivedForm, receiveForm } from '../../http/forms/received-form.ts';
import { sendJson } from '../../http/responses.ts';
import { checkedAttachment, isNamedAsAccepted, removeAttachments, storeAttachments } from '../attachments.ts';
import { askAs, type StaffAnswer, type StaffRouterOptions } from './staff-caller.ts';

const STEP = z.object({
  caso_id: z.uuid(),
  para: z.string().regex(/^[a-z0-9_]{1,40}$/),
  dados: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('no JSON');
        return z.NEVER;
      }
    })
    .pipe(z.record(z.string(), z.unknown())),
});

const TAKE = `mutation TramitarCaso($caso_id: uuid!, $para: String!, $dados: jsonb!) {
  tramitar_caso(args: {caso_id: $caso_id, para_situacao: $para, dados: $dados}) { id situacao versao }
}`;

type Options = Pick<StaffRouterOptions, 'backend' | 'desk' | 'files' | 'received'>;

/** `file` is the name of the file that is refused. */
type Taken = StaffAnswer | { readonly kind: 'refused'; readonly reason: string; readonly file: string };

/** Takes the step. 422 names the reason: one of the database, or a file that cannot be taken, by its name. */
export async function takeStep(req: Request, res: Response, caller: Caller, options: Options): Promise<void> {
  const form = await receiveForm(req, options.received);
  try {
    const answer = await taken(form, caller, options);
    if (answer.kind === 'done') return sendJson(res, JSON.stringify({ caso: answer.value }));
    const arquivo = 'file' in answer ? answer.file : undefined;
    sendJson(res.status(422), JSON.stringify({ motivo: answer.reason, arquivo }));
  } finally {
    await form.discard();
  }
}

async function taken({ typed, files, fault, diskError, cut }: ReceivedForm, caller: Caller, options: Options): Promise<Taken> {
  if (cut.length > 0) throw new AppError('PAYLOAD_TOO_LARGE');
  if (diskError !== null) throw diskError;
  const step = STEP.safeParse(typed);
  if (!step.success) throw new AppError('BAD_REQUEST');
  if (fault !== null) return { kind: 'refused', reason: fault === 'too-large' ? 'arquivo_grande' : 'arquivos_demais' };
  const uploads = await Promise.all(files.map(checkedAttachment));
  const refused = files.find((_, index) => uploads[index] === null);
  if (refused !== undefined)
    return { kind: 'refused', reason: isNamedAsAccepted(refused) ? 'arquivo_danificado' : 'arquivo_tipo', file: refused.name };
  const anexos = await storeAttachments(
    options,
    uploads.filter((upload) => upload !== null),
  );
  const { caso_id, para, dados } = step.data;
  let isTaken = false;
  try {
    const answer = await askAs(caller, { query: TAKE, variables: { caso_id, para, dados: { ...dados, anexos } } }, options.backend);
    isTaken = answer.kind === 'done';
    return answer;
  } catch (error) {
    // It is unknown whether the step was taken: a file that a case may name is kept.
    isTaken = true;
    throw error;
  } finally {
    if (!isTaken) await removeAttachments(options.files, anexos);
  }
}
