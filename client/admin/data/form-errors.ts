/**
 * A data provider whose saves fail in the way that react-admin's forms understand. A save that fails with any other error is one that was done to
 * them: they let the form be left, and the tab be closed, without a question.
 */
import type { DataProvider, HttpError } from 'react-admin';
import { EditConflict } from './edit-conflict.ts';

/** Decorates `provider`. The sentence of an error is that of the whole form too; what belongs to fields stays with them. */
export function withFormErrors(provider: DataProvider): DataProvider {
  return {
    ...provider,
    create: (resource, params) => provider.create(resource, params).catch(throwOfForm),
    update: (resource, params) => provider.update(resource, params).catch(throwOfForm),
  };
}

function throwOfForm(error: unknown): never {
  // A conflict is told by its dialog, whose buttons the notice of react-admin's form would cover. The question is that of the open choice.
  if (!(error instanceof Error) || error instanceof EditConflict) throw error;
  const { body } = error as Partial<HttpError>;
  const fields: unknown = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : {};
  throw Object.assign(error, { body: { errors: { ...(fields as object), root: { serverError: error.message } } } });
}
