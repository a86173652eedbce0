/** Following by e-mail: its addresses, and what may be followed. */

/** Asks to follow (POST); what the request became is shown at the address below it. */
export const FOLLOW_PATH = '/_novidades';
export const FOLLOW_ASKED_PATH = `${FOLLOW_PATH}/pedido`;

/** With the token of a subscription behind them: a page with one button (GET), and what the button does (POST). */
export const FOLLOW_CONFIRM_PATH = `${FOLLOW_PATH}/confirmar`;
export const FOLLOW_LEAVE_PATH = `${FOLLOW_PATH}/sair`;

export const FOLLOWED_KINDS = ['noticias', 'comunicados', 'documentos', 'busca'] as const;

/** What is followed: the value is the slug of a list of documents, or the words of a search, and else empty. */
export interface Followed {
  readonly kind: (typeof FOLLOWED_KINDS)[number];
  readonly value: string;
}

/** What is followed, in words; `label` is the name of a list. */
export function followedInWords({ kind, value }: Followed, label: string | null): string {
  switch (kind) {
    case 'noticias':
      return 'as notícias';
    case 'comunicados':
      return 'os comunicados';
    case 'documentos':
      return `os documentos da lista “${label ?? value}”`;
    case 'busca':
      return `o que a busca por “${value}” encontra`;
  }
}
