/**
 * The filters of the staff's list of cases: in the address of the screen, as the condition of the list, and as that of its file. Screen and server
 * read the same text, so that the file holds what the screen shows.
 */
import { searchWords } from '../locale/fold.ts';

/** Days before the end of a term at which a case is due soon. */
export const SOON_DAYS = 5;

const PHASES = ['abertos', 'encerrados', 'todos'] as const;
const TERMS = ['atrasados', 'a-vencer', 'area-atrasada'] as const;

export interface InboxFilter {
  readonly fase: (typeof PHASES)[number];
  readonly prazo: (typeof TERMS)[number] | null;
  readonly canal: string | null;
  /** A state of one channel, as `canal:situacao`: channels have states of the same name. */
  readonly situacao: string | null;
  readonly tipo: string | null;
  readonly assunto: number | null;
  readonly area: number | null;
  /** Part of a protocol. */
  readonly protocolo: string | null;
  /** Words that the citizen's text has, all of them. */
  readonly palavras: string | null;
  readonly ordem: 'prazo' | 'recentes' | 'antigos';
}

const NAME = /^[a-z0-9_]{1,40}$/;
const STATE = /^[a-z]{1,20}:[a-z0-9_]{1,40}$/;

/** Reads the filters of an address; what is not a filter is left out. */
export function readInboxFilter(query: URLSearchParams): InboxFilter {
  const text = (name: string, form: RegExp): string | null => {
    const value = query.get(name) ?? '';
    return form.test(value) ? value : null;
  };
  const number = (name: string): number | null => {
    const value = text(name, /^[1-9]\d{0,14}$/);
    return value === null ? null : Number(value);
  };
  const fase = PHASES.find((each) => each === query.get('fase')) ?? 'abertos';
  const ordem = (['prazo', 'recentes', 'antigos'] as const).find((each) => each === query.get('ordem'));
  return {
    fase,
    prazo: TERMS.find((each) => each === query.get('prazo')) ?? null,
    canal: text('canal', NAME),
    situacao: text('situacao', STATE),
    tipo: text('tipo', NAME),
    assunto: number('assunto'),
    area: number('area'),
    protocolo: protocolOf(query.get('protocolo') ?? ''),
    palavras: wordsIn(query.get('palavras') ?? ''),
    // Terms are an order of what is open: a closed case owes nothing.
    ordem: ordem === 'prazo' || ordem === undefined ? (fase === 'abertos' ? 'prazo' : 'recentes') : ordem,
  };
}

/** Returns the part of a protocol that was typed; a number alone is completed with its zeros. */
function protocolOf(typed: string): string | null {
  const plain = typed
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9-]/g, '')
    .slice(0, 40);
  if (plain === '') return null;
  return /^\d{1,5}$/.test(plain) ? plain.padStart(6, '0') : plain;
}

/** What is typed into the one field of the search: a number or the beginning of a protocol, or words of the text. */
export function searchOf(typed: string): Pick<InboxFilter, 'protocolo' | 'palavras'> {
  const isProtocol = /^(?:(?:OUV|SIC|FC)(?:-|$)|\d+(?:-|$))[\d-]*$/i.test(typed.trim());
  return isProtocol ? { protocolo: protocolOf(typed), palavras: null } : { protocolo: null, palavras: wordsIn(typed) };
}

function wordsIn(typed: string): string | null {
  const words = searchWords(typed);
  return words.length === 0 ? null : words.join(' ');
}

/** The index of texts holds groups of three signs. */
const SHORTEST_PART = 3;

/** Returns the pattern of a folded word: anywhere, or at the beginning of a word where it is too short for the index to find it elsewhere. */
function patternOf(word: string): string {
  const literal = word.replaceAll(/[\\%_]/g, '\\$&');
  return word.length < SHORTEST_PART ? `% ${literal}%` : `%${literal}%`;
}

type Condition = Readonly<Record<string, unknown>>;

/** A term that stands still while the citizen is asked is neither late nor soon over. */
const RUNNING: Condition = { aberto: { _eq: true }, prazo_suspenso: { _eq: false } };

/** Returns the condition on `caso`. @param today calendar day of the institution, `yyyy-mm-dd` */
export function inboxCondition(filter: InboxFilter, today: string): Condition {
  const { fase, prazo, canal, situacao, tipo, assunto, area, protocolo, palavras } = filter;
  const [channel = '', state = ''] = situacao?.split(':') ?? [];
  const all: readonly (Condition | false)[] = [
    fase !== 'todos' && { aberto: { _eq: fase === 'abertos' } },
    prazo === 'atrasados' && { ...RUNNING, prazo_em: { _lt: today } },
    prazo === 'a-vencer' && { ...RUNNING, prazo_em: { _gte: today, _lte: laterDay(today, SOON_DAYS) } },
    prazo === 'area-atrasada' && { aberto: { _eq: true }, area_prazo_em: { _lt: today } },
    canal !== null && { canal: { _eq: canal } },
    situacao !== null && { canal: { _eq: channel }, situacao: { _eq: state } },
    tipo !== null && { tipo: { _eq: tipo } },
    assunto !== null && { assunto_id: { _eq: assunto } },
    area !== null && { unidade_id: { _eq: area } },
    protocolo !== null && { protocolo: { _like: `%${protocolo}%` } },
    palavras !== null && { _and: palavras.split(' ').map((word) => ({ busca_texto: { _like: patternOf(word) } })) },
  ];
  return { _and: all.filter((each) => each !== false) };
}

/** Returns the order of the list: by term, a citizen's complaint that no answer came is before all else (`casos.caso_na_fila`). The id decides among equals, so that pages do not overlap. */
export function inboxOrder({ ordem }: Pick<InboxFilter, 'ordem'>): readonly Condition[] {
  if (ordem === 'prazo') return [{ reclamacao_ate: 'asc' }, { prazo_em: 'asc' }, { id: 'asc' }];
  return ordem === 'recentes' ? [{ registrado_em: 'desc' }, { id: 'desc' }] : [{ registrado_em: 'asc' }, { id: 'asc' }];
}

/** Returns the calendar day some days after another. */
export function laterDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
