/** Forms of citizens as a browser without script posts them to a running site. */
import { hash } from 'node:crypto';
import type { RunningSite } from '../site.ts';
import { PERSON, PLANTED, PLANTED_HEADERS } from './planted.ts';

export interface CaseForm {
  readonly path: string;
  readonly typed: Readonly<Record<string, string>>;
}

export interface CaseReceipt {
  readonly protocolo: string;
  readonly codigo: string;
}

const text = (mark: string): string => `${mark}. ${PLANTED.text}`;
const { nome, email, telefone } = PERSON;

/** A form of each channel with all that it may ask. */
export const caseForms = {
  contato: (mark: string): CaseForm => ({ path: '/_casos/mensagem', typed: { nome, email, telefone, texto: text(mark) } }),
  ouvidoria: (mark: string): CaseForm => ({
    path: '/_casos/manifestacao',
    typed: {
      ...PERSON,
      identificacao: 'identificada',
      tipo: 'denuncia',
      forma_resposta: 'email',
      texto: text(mark),
      local_fato: 'Guichê do Quixabeira',
      envolvidos: 'Quixabeira',
    },
  }),
  sic: (mark: string): CaseForm => ({ path: '/_casos/pedido', typed: { ...PERSON, forma_resposta: 'email', texto: text(mark) } }),
};

/** Posts a form, each from a browser of its own at one address; a form that is sent again comes from the same one. @param file name of a table that is attached */
export function submit(
  { url }: Pick<RunningSite, 'url'>,
  { path, typed }: CaseForm,
  { file }: { readonly file?: string } = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  if (file !== undefined) form.append('anexos', new File([`ano;valor\n2025;${file}\n`], file, { type: 'text/csv' }));
  const agent = `${PLANTED_HEADERS['User-Agent']} (${hash('sha256', JSON.stringify(typed))})`;
  const headers = { ...PLANTED_HEADERS, 'User-Agent': agent, Origin: url, Accept: 'text/html' };
  return fetch(url + path, { method: 'POST', body: form, redirect: 'manual', headers });
}

/** Submits a form about a case, and follows the answer to the case that it opens. Returns the other answers as they are. */
export async function openCase(site: Pick<RunningSite, 'url'>, form: CaseForm): Promise<Response> {
  const answer = await submit(site, form);
  const location = answer.headers.get('location');
  return location === null ? answer : fetch(site.url + location, { headers: { cookie: cookieOf(answer), Accept: 'text/html' } });
}

/** Returns the cookie that an answer sets, as a request sends it. */
function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** Follows the answer of a submission to its receipt. @throws where there is none */
export async function readReceipt({ url }: Pick<RunningSite, 'url'>, answer: Response): Promise<CaseReceipt> {
  const body = await answer.text();
  if (answer.status !== 303) throw new Error(`no receipt: ${answer.status} ${/<h1[^>]*>([^<]*)/.exec(body)?.[1] ?? ''}`);
  const page = await fetch(`${url}/_casos/recibo`, { headers: { cookie: cookieOf(answer), Accept: 'text/html' } });
  const [protocolo = '', codigo = ''] = [...(await page.text()).matchAll(/<code[^>]*>([^<]+)<\/code>/g)].map(([, value]) => value ?? '');
  return { protocolo, codigo };
}
