/** The errors of the catalogue that a page's script tells by itself; apart, so that pages do not load the sentences of all the others. */
export interface ErrorEntry {
  readonly status: number;
  readonly message: string;
  /** Seconds after which the same request may succeed (RFC 9110 section 10.2.3). */
  readonly retryAfter?: number;
}

export const PAGE_NOT_FOUND = { status: 404, message: 'Página não foi encontrada ou não existe.' } as const satisfies ErrorEntry;

export const PAGE_GONE = { status: 410, message: 'Este conteúdo foi retirado do site.' } as const satisfies ErrorEntry;

export const TOO_MANY_REQUESTS = {
  status: 429,
  message: 'Muitos pedidos em pouco tempo. Aguarde um minuto e tente de novo.',
  retryAfter: 60,
} as const satisfies ErrorEntry;

export const OVERLOADED = {
  status: 503,
  message: 'Há muitos acessos ao site neste momento. Tente de novo em alguns segundos.',
  retryAfter: 5,
} as const satisfies ErrorEntry;

export const INTERNAL = {
  status: 500,
  message: 'Ocorreu um problema no site. Tente de novo em alguns minutos.',
} as const satisfies ErrorEntry;

export const NETWORK = { status: 502, message: 'Network request failed' } as const satisfies ErrorEntry;

export const BACKEND_UNAVAILABLE = {
  status: 503,
  message: 'O conteúdo do site está indisponível no momento. Tente de novo em alguns minutos.',
  retryAfter: 10,
} as const satisfies ErrorEntry;

export const BACKEND_TIMEOUT = {
  status: 504,
  message: 'O conteúdo demorou demais para responder (timed out). Tente de novo.',
} as const satisfies ErrorEntry;
