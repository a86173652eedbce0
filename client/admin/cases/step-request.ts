/** Requests of a case that go another way than GraphQL: a step with its files, and the person. */
import { STAFF_PERSON_PATH, STAFF_STEP_PATH } from '../../../shared/cases/addresses.ts';
import { ATTACHMENTS_FIELD } from '../../../shared/cases/form-limits.ts';
import { SIGNED_OUT } from '../session/session.ts';
import { SESSION_ENDED } from './refusals.ts';

export type StaffOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** `reason` is empty where the server could not be asked, or did not say; `file` is the name of a file that it is about. */
  | { readonly kind: 'refused'; readonly reason: string; readonly file?: string };

export interface StepToTake {
  readonly id: string;
  readonly para: string;
  /** The version of the case that the person has read, and the fields of the step. */
  readonly dados: Readonly<Record<string, unknown>> & { readonly versao: number };
  readonly files: readonly File[];
}

export interface Person {
  readonly nome: string | null;
  readonly email: string | null;
  readonly telefone: string | null;
  readonly documento_tipo: string | null;
  readonly documento: string | null;
  readonly documento_ilegivel: boolean;
  readonly endereco: Readonly<Record<string, unknown>> | null;
}

/** Takes a step. */
export function takeStep(fetchFrom: typeof fetch, { id, para, dados, files }: StepToTake): Promise<StaffOutcome<unknown>> {
  const body = new FormData();
  body.append('caso_id', id);
  body.append('para', para);
  body.append('dados', JSON.stringify(dados));
  for (const file of files) body.append(ATTACHMENTS_FIELD, file);
  return send(fetchFrom, STAFF_STEP_PATH, { body });
}

/** Reads who wrote. The reading is recorded with its reason. */
export function readPerson(fetchFrom: typeof fetch, id: string, reason: string): Promise<StaffOutcome<Person>> {
  const body = JSON.stringify({ caso_id: id, motivo: reason });
  return send(fetchFrom, STAFF_PERSON_PATH, { body, headers: { 'Content-Type': 'application/json' } });
}

async function send<Value>(fetchFrom: typeof fetch, path: string, init: RequestInit): Promise<StaffOutcome<Value>> {
  try {
    const headers = new Headers(init.headers);
    headers.set('Accept', 'application/json');
    const response = await fetchFrom(path, { ...init, headers, method: 'POST', credentials: 'same-origin' });
    if (response.status === SIGNED_OUT) return { kind: 'refused', reason: SESSION_ENDED };
    const answer = (await response.json()) as { readonly motivo?: unknown; readonly arquivo?: unknown };
    if (response.ok) return { kind: 'done', value: answer as Value };
    const { motivo, arquivo } = answer;
    return { kind: 'refused', reason: typeof motivo === 'string' ? motivo : '', ...(typeof arquivo === 'string' ? { file: arquivo } : {}) };
  } catch {
    // No network, or an answer that is no JSON: the outcome is unknown.
    return { kind: 'refused', reason: '' };
  }
}
