/** What a category's field profile can name, and how its values are written. */
import { formatDate } from '../../../../shared/locale/dates.ts';
import type { Tone } from '../../content/badge/badge.tsx';

const CAMPOS = [
  'numero',
  'exercicio',
  'competencia',
  'data_ato',
  'publicado_em',
  'ementa',
  'orgao',
  'vigencia',
  'valor',
  'situacao',
  'interessado',
  'tipo',
  'reuniao',
  'modalidade',
  'fiscais',
  'licitacao',
  'pncp',
] as const;

export type CampoDoDocumento = (typeof CAMPOS)[number];

/** Reads `categoria_documento.campos`: known keys in their order, each once. Keys that no page can show are left out. */
export function lerCampos(valor: unknown): readonly CampoDoDocumento[] {
  if (!Array.isArray(valor)) return [];
  const lidos = valor.flatMap((chave: unknown) => CAMPOS.filter((campo) => campo === chave));
  return [...new Set(lidos)];
}

/** Returns the period that a document is about: 'março de 2026', 'janeiro a fevereiro de 2026', '2026'; a span of days otherwise. */
export function escreverCompetencia(inicio: string | null, fim: string | null): string {
  if (inicio === null || fim === null) {
    const unico = inicio ?? fim;
    return unico === null ? '' : formatDate(unico, 'month');
  }
  if (!inicio.endsWith('-01') || !fimDeMes(fim)) return `${formatDate(inicio, 'short')} a ${formatDate(fim, 'short')}`;
  const [anoInicial, anoFinal] = [inicio.slice(0, 4), fim.slice(0, 4)];
  if (inicio.slice(0, 7) === fim.slice(0, 7)) return formatDate(inicio, 'month');
  if (anoInicial !== anoFinal) return `${formatDate(inicio, 'month')} a ${formatDate(fim, 'month')}`;
  if (inicio.endsWith('-01-01') && fim.endsWith('-12-31')) return anoInicial;
  return `${formatDate(inicio, 'month').replace(/ de \d{4}$/, '')} a ${formatDate(fim, 'month')}`;
}

function fimDeMes(dia: string): boolean {
  const seguinte = new Date(`${dia}T00:00:00Z`);
  seguinte.setUTCDate(seguinte.getUTCDate() + 1);
  return seguinte.getUTCDate() === 1;
}

interface ReuniaoNumerada {
  readonly numero: number | null;
  readonly ano: number;
  readonly tipo_reuniao: { readonly rotulo: string };
}

/** Returns '3ª reunião ordinária de 2026', or 'Reunião extraordinária de 2026' for one without a number. */
export function nomeDaReuniao({ numero, ano, tipo_reuniao }: ReuniaoNumerada): string {
  const tipo = tipo_reuniao.rotulo.toLowerCase();
  return numero === null ? `Reunião ${tipo} de ${ano}` : `${numero}ª reunião ${tipo} de ${ano}`;
}

/** Situations that say more than a neutral word; the word itself is always shown. */
const TONES: Readonly<Record<string, Tone>> = {
  vigente: 'success',
  aprovadas: 'success',
  registrado: 'success',
  concluido: 'success',
  homologada: 'success',
  credenciada: 'success',
  adimplente: 'success',
  quitado: 'success',
  alterada: 'info',
  aberta: 'info',
  em_andamento: 'info',
  em_analise: 'info',
  em_diligencia: 'info',
  aprovadas_com_ressalvas: 'warning',
  pendentes: 'warning',
  suspensa: 'warning',
  vencida: 'warning',
  revogada: 'error',
  rejeitadas: 'error',
  negado: 'error',
  inadimplente: 'error',
  descredenciada: 'error',
};

/** Returns the tone of a document's situation; neutral for one that the site does not know. */
export function tomDaSituacao(valor: string): Tone {
  return TONES[valor] ?? 'neutral';
}
