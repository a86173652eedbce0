/** Which pages are kept for reading without network, and how a copy says that it is one. Pure, so that it is a table in the tests. */
import { BOOT_BLOCK_ID } from '../../shared/builds/block-names.ts';
import { formatDate } from '../../shared/locale/dates.ts';

/** Pages to read: home, transparency with its lists and documents, news and notices, councils, texts. All others are forms, or pages of one person. */
const KEPT = /^\/(?:$|lai(?:\/|$)|informacoes\/(?!mapa$)|institucional\/|paginas\/|progestao(?:\/|$))/;

/** Texts and data of a page as files, which are not read in a browser. */
const FILE = /\.[a-z]+$/;

/** True for the path of a page that is kept when it was read. */
export function isKeptPage(path: string): boolean {
  return KEPT.test(path) && !FILE.test(path);
}

/** True for the path of a page that is never kept. The worker leaves the administration, files and machine addresses alone. */
export function isOtherPage(path: string): boolean {
  return !isKeptPage(path) && !FILE.test(path) && !/^\/(?:admin|_|v1|nhostprovider)/.test(path);
}

/** True for the answer that any visitor gets: whole, and not called private by the server. */
export function isPublicAnswer({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return (
    status === 200 &&
    /^text\/html\b/.test(headers.get('content-type') ?? '') &&
    !/private|no-store/.test(headers.get('cache-control') ?? '')
  );
}

const BOOT_BLOCK = new RegExp(`<script type="application/json" id="${BOOT_BLOCK_ID}">.*?</script>`, 's');

/** Returns a kept page as it is shown without network: it says of when it is, by the clock of `timeZone`, and is not hydrated, because its application may be gone. */
export async function shownCopy(response: Response, timeZone: string): Promise<Response> {
  const at = Date.parse(response.headers.get('date') ?? '');
  const date = Number.isNaN(at) ? '' : ` de ${formatDate(new Date(at).toISOString(), 'date-time', timeZone)}`;
  const notice = `<p class="copia-guardada" role="status">Sem conexão. Esta é a cópia${date}, guardada neste aparelho.</p>`;
  const html = (await response.text()).replace(BOOT_BLOCK, '').replace(/<body[^>]*>/, (body) => `${body}${notice}`);
  const headers = new Headers(response.headers);
  // These fields describe the bytes as they came.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html, { status: response.status, headers });
}
