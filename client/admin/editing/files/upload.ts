/** Sends a file to `/v1/files` (Nhost's storage API) and reads the answer, with the reasons of the check where it refuses. */
import { ERROR_CODES } from '../../../../shared/errors/codes.ts';
import { FILE_SERVICE_PREFIX } from '../../../../shared/files/file-url.ts';
import { SIGNED_OUT } from '../../session/session.ts';

export interface UploadRequest {
  readonly file: File;
  readonly bucket: string;
  /** The file whose content is replaced; its address stays, and what it was stays as a version. Null for a new file. */
  readonly replaces: string | null;
  readonly alt: string | null;
  /** What the person publishes all the same, and why. */
  readonly confirmed: { readonly codes: readonly string[]; readonly reason: string } | null;
}

export interface RefusalReason {
  readonly codigo: string;
  readonly mensagem: string;
  readonly orientacao: string;
  readonly confirmavel: boolean;
}

/** What the site could not look into; the file is stored. */
export type UploadWarning = Omit<RefusalReason, 'confirmavel'>;

export type UploadOutcome =
  | { readonly kind: 'stored'; readonly id: string; readonly warnings: readonly UploadWarning[] }
  | { readonly kind: 'refused'; readonly reasons: readonly RefusalReason[] }
  /** It may succeed when it is tried again. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'cancelled' };

export interface UploadSession {
  /** False where another person has signed in meanwhile in this browser: a file that was sent now would be stored in the name of that person. */
  readonly isOwn: () => boolean;
  /** Renews an expired session; false when the person has to sign in again. */
  readonly renew: () => Promise<boolean>;
}

export interface UploadOptions extends UploadSession {
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
}

type Sent = Answered | Extract<UploadOutcome, { kind: 'failed' | 'cancelled' }>;

const CANCELLED = { kind: 'cancelled' } as const;
const LOST = { kind: 'failed', message: 'A conexão caiu durante o envio. Tente de novo.' } as const;

const OF_ANOTHER: Answered = { kind: 'answered', status: SIGNED_OUT, text: '' };

/** `403` is the answer to a request without a session too: the cookies of a session that ended are gone. */
const MAY_BE_OVER: ReadonlySet<number> = new Set([401, 403]);

/** Sends the file in the session of the person alone. It renews an expired session once and then sends the file again. Never rejects. */
export async function uploadFile(request: UploadRequest, options: UploadOptions): Promise<UploadOutcome> {
  const sent = options.isOwn() ? await send(request, options) : OF_ANOTHER;
  if (sent.kind !== 'answered') return sent;
  if (!MAY_BE_OVER.has(sent.status)) return outcomeOf(sent, request);
  const renewed = await options.renew().catch(() => null);
  if (options.signal.aborted) return CANCELLED;
  if (renewed === null) return LOST;
  const again = renewed ? await send(request, options) : sent;
  return again.kind === 'answered' ? outcomeOf(again, request) : again;
}

function send(request: UploadRequest, { onProgress, signal }: UploadOptions): Promise<Sent> {
  return new Promise((resolve) => {
    // `fetch` tells nothing of the progress of a request's body.
    const xhr = new XMLHttpRequest();
    xhr.open(
      request.replaces === null ? 'POST' : 'PUT',
      request.replaces === null ? FILE_SERVICE_PREFIX : `${FILE_SERVICE_PREFIX}/${request.replaces}`,
    );
    xhr.setRequestHeader('Accept', 'application/json');
    xhr.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total));
    xhr.addEventListener('load', () => resolve({ kind: 'answered', status: xhr.status, text: xhr.responseText }));
    xhr.addEventListener('error', () => resolve(LOST));
    xhr.addEventListener('abort', () => resolve(CANCELLED));
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(formOf(request));
  });
}

function formOf({ file, bucket, replaces, alt, confirmed }: UploadRequest): FormData {
  const form = new FormData();
  const metadata = {
    ...(alt === null ? {} : { alt }),
    ...(confirmed === null ? {} : { confirmado: confirmed.codes, justificativa: confirmed.reason }),
  };
  const declared = JSON.stringify({ name: file.name, metadata });
  // The server reads the fields before it takes the bytes.
  if (replaces === null) form.append('bucket-id', bucket);
  form.append(replaces === null ? 'metadata[]' : 'metadata', declared);
  form.append(replaces === null ? 'file[]' : 'file', file);
  return form;
}

interface Answer {
  readonly id?: string;
  readonly avisos?: readonly UploadWarning[];
  readonly processedFiles?: readonly { readonly id: string }[];
  readonly error?: {
    readonly message?: string;
    readonly data?: { readonly motivos?: readonly RefusalReason[]; readonly codigo?: string } | null;
  };
}

/** Of which no other try changes anything. */
function refusal(codigo: string, mensagem: string, orientacao: string): UploadOutcome {
  return { kind: 'refused', reasons: [{ codigo, mensagem, orientacao, confirmavel: false }] };
}

/** Reads an answer of the storage API. */
export function outcomeOf(
  { status, text }: Pick<Answered, 'status' | 'text'>,
  { replaces }: Pick<UploadRequest, 'replaces'>,
): UploadOutcome {
  const answer = parsed(text);
  const id = answer.processedFiles?.[0]?.id ?? answer.id;
  if (status >= 200 && status < 300 && id !== undefined) return { kind: 'stored', id, warnings: answer.avisos ?? [] };
  const { motivos: reasons = [], codigo } = answer.error?.data ?? {};
  if (status === 422 && reasons.length > 0) return { kind: 'refused', reasons };
  if (status === SIGNED_OUT) return { kind: 'failed', message: 'Sua sessão terminou. Entre de novo e repita o envio.' };
  // The server, or a proxy in front of it, has a limit of its own.
  if (status === 413)
    return refusal('ARQUIVO_GRANDE', 'O arquivo é maior do que o permitido.', 'Envie uma versão menor, ou divida o documento em partes.');
  if (codigo === 'UPLOAD_TOO_SMALL')
    return refusal(codigo, 'O arquivo está vazio.', 'Confira se ele abre no seu computador, salve-o de novo e envie outra vez.');
  // A storage says of a file that may not be exchanged that the person may not, or that it is not there.
  if (replaces !== null && (status === 403 || status === 404))
    return refusal(
      'SEM_TROCA',
      'Este arquivo não pode ser trocado por você, ou foi excluído.',
      'Use “Enviar um arquivo novo”, no lugar dele.',
    );
  if (status === 403) return { kind: 'failed', message: 'Sua conta não permite enviar arquivos.' };
  const said = TEMPORARY.find((code) => code === codigo);
  return {
    kind: 'failed',
    message: said === undefined ? 'O arquivo não pôde ser enviado. Tente de novo em instantes.' : ERROR_CODES[said].message,
  };
}

/** What the server tells of itself and a person can wait for, or tell to who administers the site. */
const TEMPORARY = ['UPLOADS_BUSY', 'NO_SPACE', 'BAD_UPLOAD'] as const;

function parsed(text: string): Answer {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    // An answer of something in between, such as a balancer: the status says enough.
    return {};
  }
}
