/**
 * The catalogue of errors that a visitor may meet: HTTP status and the sentence shown. The only place with an error text.
 * Strings of the specification (sections 2 and 8) are kept to the letter.
 */
import { withoutTypedCpf } from '../content/cpf.ts';
import {
  BACKEND_TIMEOUT,
  BACKEND_UNAVAILABLE,
  type ErrorEntry,
  INTERNAL,
  NETWORK,
  OVERLOADED,
  PAGE_GONE,
  PAGE_NOT_FOUND,
  TOO_MANY_REQUESTS,
} from './page-errors.ts';

export const ERROR_CODES = {
  PAGE_NOT_FOUND,
  FILE_NOT_FOUND: { status: 404, message: 'O arquivo não foi encontrado ou não está mais publicado.' },
  RESOURCE_NOT_FOUND: { status: 404, message: 'O endereço pedido não existe.' },
  PAGE_GONE,
  BAD_REQUEST: { status: 400, message: 'O pedido não pôde ser entendido. Confira o endereço e tente de novo.' },
  BAD_JSON: { status: 400, message: 'O corpo do pedido não é um JSON válido.' },
  BAD_IMAGE_URL: { status: 400, message: 'O endereço da imagem não é aceito.' },
  BAD_IMAGE_WIDTH: { status: 400, message: 'A largura da imagem (w) não é aceita.' },
  BAD_IMAGE_QUALITY: { status: 400, message: 'A qualidade da imagem (q) não é aceita.' },
  UNSUPPORTED_IMAGE: { status: 400, message: 'O arquivo pedido não é uma imagem aceita.' },
  IMAGE_TOO_LARGE: { status: 422, message: 'A imagem é grande demais para ser processada.' },
  IMAGE_UNREADABLE: { status: 422, message: 'A imagem está danificada e não pôde ser lida.' },
  IMAGE_FORMAT_NOT_ACCEPTED: { status: 415, message: 'O formato da imagem não é aceito. Use JPEG, PNG, WebP, AVIF ou GIF.' },
  IMAGE_SOURCE_TOO_LARGE: { status: 413, message: 'O arquivo da imagem é grande demais para ser processado.' },
  IMAGE_SOURCE_FAILED: { status: 502, message: 'A imagem não pôde ser obtida do endereço de origem.' },
  IMAGE_DECODER_FAILED: { status: 502, message: 'A imagem não pôde ser processada.' },
  IMAGE_SOURCE_TIMEOUT: { status: 504, message: 'O endereço de origem da imagem demorou demais para responder (timed out).' },
  BAD_ICON_REQUEST: { status: 400, message: 'A lista de ícones não é válida.' },
  BAD_PURGE: { status: 400, message: 'O pedido de limpeza não é válido.' },
  UNAUTHORIZED: { status: 401, message: 'Este endereço exige um token de acesso válido.' },
  CROSS_SITE_REQUEST: { status: 403, message: 'Este pedido só é aceito quando vem de uma página deste site.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Este endereço não aceita esse tipo de pedido.' },
  REQUEST_TIMEOUT: { status: 408, message: 'O pedido demorou demais para chegar inteiro. Tente de novo.' },
  PRECONDITION_FAILED: { status: 412, message: 'O conteúdo mudou desde a última leitura.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'O pedido é grande demais.' },
  UPLOAD_TOO_LARGE: { status: 413, message: 'O arquivo é maior do que o permitido.' },
  UPLOAD_TOO_SMALL: { status: 400, message: 'O arquivo está vazio ou é menor do que o permitido.' },
  BAD_UPLOAD: { status: 400, message: 'O envio do arquivo não pôde ser lido. Tente enviar de novo.' },
  UPLOAD_REFUSED: { status: 422, message: 'O arquivo não pode ser publicado como está.' },
  BUCKET_NOT_FOUND: { status: 404, message: 'O local indicado para o arquivo não existe.' },
  FORBIDDEN: { status: 403, message: 'Você não tem permissão para fazer isto.' },
  URI_TOO_LONG: { status: 414, message: 'O endereço pedido é longo demais. Confira se foi copiado por inteiro e sem outro texto.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'O formato do pedido não é aceito. Use JSON.' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'O trecho pedido não existe neste arquivo.' },
  EXPECTATION_FAILED: { status: 417, message: 'O pedido traz uma exigência (Expect) que este site não atende.' },
  TOO_MANY_REQUESTS,
  OVERLOADED,
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'O navegador enviou dados demais com o pedido. Apague os cookies deste site e tente de novo.',
  },
  INTERNAL,
  NETWORK,
  BACKEND_UNAVAILABLE,
  UPLOADS_BUSY: {
    status: 503,
    message: 'Há muitos envios de arquivos neste momento. Tente de novo em alguns segundos.',
    retryAfter: 5,
  },
  PACKAGE_TOO_LARGE: {
    status: 422,
    message: 'Os arquivos desta lista não cabem em um só pacote ZIP. Volte à lista, escolha um ano ou outro filtro e baixe de novo.',
  },
  PACKAGE_RUNNING: {
    status: 429,
    message: 'Um pacote de arquivos já está sendo baixado da sua rede. Espere ele terminar e tente de novo.',
    retryAfter: 60,
  },
  PACKAGES_BUSY: {
    status: 503,
    message: 'Há muitos pacotes de arquivos sendo baixados neste momento. Tente de novo em um minuto.',
    retryAfter: 60,
  },
  DATABASE_NOT_READY: {
    status: 503,
    message: 'O arquivo com todos os dados abertos está sendo preparado. Tente de novo em um minuto.',
    retryAfter: 60,
  },
  PREVIEW_UNAVAILABLE: { status: 501, message: 'O serviço de conteúdo em uso não permite ver a página antes de salvar.' },
  NO_SPACE: { status: 507, message: 'Não há espaço para guardar o arquivo. Avise quem administra o site.' },
  NOT_STORED: { status: 504, message: 'O conteúdo pedido não está guardado, e o pedido não permite buscá-lo.' },
  STARTING: { status: 503, message: 'O site está sendo iniciado. Tente de novo em alguns segundos.', retryAfter: 5 },
  BACKEND_TIMEOUT,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Fixed texts of the error screen (specification section 2). */
export const ERROR_SCREEN = {
  title: 'Ops!!!',
  notFoundHeading: '404',
  notFoundText: PAGE_NOT_FOUND.message,
  otherHeading: 'ERRO',
  otherText: 'Lamentamos mas ocorreu um erro inesperado.',
  goneHeading: 'RETIRADO',
  button: 'Voltar Para Pagina Inicial',
} as const;

/** Name of the link that asks for the same address once more. */
export const TRY_AGAIN = 'Tentar de novo';

/** True where the same address may answer with its page a little later. */
export function mayPass(status: number): boolean {
  return status === TOO_MANY_REQUESTS.status || status >= INTERNAL.status;
}

export interface ErrorScreenTexts {
  readonly heading: string;
  readonly text: string;
  /** What is known of this case beyond the fixed text; null where that says it all. */
  readonly detail: string | null;
}

/** Returns the texts of the error screen. What was withdrawn on purpose is no unexpected error: its own message is the text. */
export function errorScreenTexts(status: number, message: string): ErrorScreenTexts {
  if (status === PAGE_GONE.status) return { heading: ERROR_SCREEN.goneHeading, text: message, detail: null };
  const notFound = status === PAGE_NOT_FOUND.status;
  const heading = notFound ? ERROR_SCREEN.notFoundHeading : ERROR_SCREEN.otherHeading;
  const text = notFound ? ERROR_SCREEN.notFoundText : ERROR_SCREEN.otherText;
  return { heading, text, detail: message === '' || message === text ? null : message };
}

/** How the texts of the specification begin that are English: those of an address without a page, and that of a network that fails. */
const ENGLISH = /^(?:page not found:|network) /i;

/** Returns the language of a public message that is not the page's own, for its markup (WCAG 2.2, 3.1.2). */
export function languageOfMessage(message: string): 'en' | undefined {
  return ENGLISH.test(message) ? 'en' : undefined;
}

/** What is wrong with a call that purges the cache, for its author. */
export const PURGE_FAULTS = {
  notAnObject: 'O pedido de limpeza deve ser um objeto JSON.',
  target: 'Diga o que limpar por um destes campos, e só um: url ou urls, group ou groups, all.',
  unknownField: 'O pedido de limpeza tem um campo desconhecido. Os aceitos são url, urls, group, groups, all e mode.',
  all: 'O campo all só aceita o valor true.',
  mode: 'O campo mode aceita "soft" ou "hard".',
  url: 'Cada endereço deve ser um texto de até 2048 caracteres: um caminho deste site (/lai) ou um endereço completo dele.',
  elsewhere: 'Um dos endereços não é deste site.',
  group: 'Cada grupo deve ser um texto de 1 a 256 caracteres, sem acentos nem quebras de linha.',
  tooMany: 'São aceitos de 1 a 200 endereços ou grupos em cada pedido.',
} as const;

/** Longest path, in characters, that an error text repeats. */
const MAX_SHOWN_PATH = 200;

/** The message for an unmatched route: `Page not found: {path}`. */
export function unknownRouteMessage(path: string): string {
  return `Page not found: ${withoutTypedCpf(path).slice(0, MAX_SHOWN_PATH)}`;
}

/** The message when a known route refuses its id, slug or category: `Page Not Found: {fullPath}`, query included. */
export function refusedParameterMessage(fullPath: string): string {
  return `Page Not Found: ${withoutTypedCpf(fullPath).slice(0, MAX_SHOWN_PATH)}`;
}
