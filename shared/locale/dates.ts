/**
 * Dates as a citizen of Brazil reads them. Server and browser must print the same text, so the time zone is always named and a
 * calendar day ('2026-03-04') is never moved by one.
 */

/** The time zone of the institute where configuration names no other. */
export const FUSO_PADRAO = 'America/Sao_Paulo';

export type FormatoDeData = 'curta' | 'longa' | 'mes' | 'ano' | 'data-hora' | 'dia-semana';

const OPCOES: Record<FormatoDeData, Intl.DateTimeFormatOptions> = {
  curta: { day: '2-digit', month: '2-digit', year: 'numeric' },
  longa: { day: 'numeric', month: 'long', year: 'numeric' },
  mes: { month: 'long', year: 'numeric' },
  ano: { year: 'numeric' },
  'data-hora': { day: 'numeric', month: 'long', year: 'numeric' },
  'dia-semana': { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
};

const DIA = /^\d{4}-\d{2}-\d{2}$/;

interface Momento {
  readonly date: Date;
  readonly fuso: string;
  readonly temHora: boolean;
}

/** A calendar day is read and printed in UTC, so that no zone shifts it; anything else is an instant. */
function lerMomento(iso: string, fuso: string): Momento | null {
  const soDia = DIA.test(iso);
  const date = new Date(soDia ? `${iso}T00:00:00Z` : iso);
  if (Number.isNaN(date.getTime())) return null;
  return { date, fuso: soDia ? 'UTC' : fuso, temHora: !soDia };
}

/** Formatters cost a thousand times their use, so each is made once: there are few formats, and zones come from configuration alone. */
const FORMATADORES = new Map<string, Intl.DateTimeFormat>();

const OPCOES_DA_HORA: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' };

function formatador(formato: FormatoDeData | 'hora', fuso: string): Intl.DateTimeFormat {
  const chave = `${formato} ${fuso}`;
  const feito = FORMATADORES.get(chave);
  if (feito !== undefined) return feito;
  const opcoes = formato === 'hora' ? OPCOES_DA_HORA : OPCOES[formato];
  const novo = new Intl.DateTimeFormat('pt-BR', { ...opcoes, timeZone: fuso });
  FORMATADORES.set(chave, novo);
  return novo;
}

/**
 * Returns an ISO day or instant as pt-BR text, with the first of a month as '1º' in the long formats. A text that is not a date comes
 * back unchanged: a page shows odd content rather than none.
 */
export function formatarData(iso: string, formato: FormatoDeData = 'longa', fuso: string = FUSO_PADRAO): string {
  const chave = `${formato} ${fuso} ${iso}`;
  const feita = DATAS.get(chave);
  if (feita !== undefined) return feita;
  const texto = novaData(iso, formato, fuso);
  if (DATAS.size >= MAX_DATAS) DATAS.clear();
  DATAS.set(chave, texto);
  return texto;
}

/** Dates as they were printed: lists show the same ones again and again, and the zone's rules are slow. Some 100 bytes each. */
const DATAS = new Map<string, string>();
const MAX_DATAS = 4_096;

function novaData(iso: string, formato: FormatoDeData, fuso: string): string {
  const momento = lerMomento(iso, fuso);
  if (momento === null) return iso;
  const texto = formatador(formato, momento.fuso).format(momento.date);
  const comOrdinal = formato === 'curta' ? texto : texto.replace(/(^|, )1 de /, '$11º de ');
  return formato === 'data-hora' && momento.temHora ? `${comOrdinal} às ${hora(momento)}` : comOrdinal;
}

/** Returns the clock time of an instant: '14h30', '9h'. Empty for a day without a time. */
export function formatarHora(iso: string, fuso: string = FUSO_PADRAO): string {
  const momento = lerMomento(iso, fuso);
  return momento?.temHora === true ? hora(momento) : '';
}

function hora({ date, fuso }: Momento): string {
  const partes = formatador('hora', fuso).formatToParts(date);
  const parte = (tipo: Intl.DateTimeFormatPartTypes): string => partes.find((item) => item.type === tipo)?.value ?? '';
  const minutos = parte('minute').padStart(2, '0');
  return `${Number(parte('hour'))}h${minutos === '00' ? '' : minutos}`;
}

/** Returns a span of days as text: 'de 04/03/2026 a 31/12/2026', 'desde 04/03/2026', 'até 31/12/2026'; empty without both ends. */
export function formatarPeriodo(inicio: string | null, fim: string | null, fuso: string = FUSO_PADRAO): string {
  if (inicio !== null && fim !== null) return `de ${formatarData(inicio, 'curta', fuso)} a ${formatarData(fim, 'curta', fuso)}`;
  if (inicio !== null) return `desde ${formatarData(inicio, 'curta', fuso)}`;
  return fim === null ? '' : `até ${formatarData(fim, 'curta', fuso)}`;
}
