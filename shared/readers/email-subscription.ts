/** Subscriptions by e-mail: their addresses, and what may be subscribed to. */

/** Asks for a subscription (POST); what the request became is shown at the address below it. */
export const SUBSCRIBE_PATH = '/_novidades';
export const SUBSCRIBE_ASKED_PATH = `${SUBSCRIBE_PATH}/pedido`;

/** With the token of a subscription behind them: a page with one button (GET), and what the button does (POST). */
export const SUBSCRIBE_CONFIRM_PATH = `${SUBSCRIBE_PATH}/confirmar`;
export const UNSUBSCRIBE_PATH = `${SUBSCRIBE_PATH}/sair`;

export const TOPIC_KINDS = ['noticias', 'comunicados', 'documentos', 'busca'] as const;

/** What a subscription is for: the value is the slug of a list of documents, or the words of a search, and else empty. */
export interface SubscriptionTopic {
  readonly kind: (typeof TOPIC_KINDS)[number];
  readonly value: string;
}

/** What a subscription is for, in words; `label` is the name of a list, null where it is not known. */
export function topicInWords({ kind, value }: SubscriptionTopic, label: string | null): string {
  switch (kind) {
    case 'noticias':
      return 'as notícias';
    case 'comunicados':
      return 'os comunicados';
    case 'documentos':
      return label === null ? 'os documentos da lista escolhida' : `os documentos da lista “${label}”`;
    case 'busca':
      return `o que a busca por “${value}” encontra`;
  }
}
