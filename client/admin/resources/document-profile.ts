/** The field profile of a category (`categoria_documento.campos`): which columns of a document stand behind each of its names. */
import type { Choice, Row } from './content-type.ts';

interface ProfileName {
  readonly label: string;
  readonly columns: readonly string[];
}

/** `publicado_em` is part of the publication of every document, so no column is hidden with it. */
const PROFILE_NAMES: Readonly<Record<string, ProfileName>> = {
  numero: { label: 'Número', columns: ['numero'] },
  exercicio: { label: 'Exercício', columns: ['exercicio'] },
  competencia: { label: 'Competência', columns: ['competencia_inicio', 'competencia_fim'] },
  data_ato: { label: 'Data do ato', columns: ['data_ato'] },
  publicado_em: { label: 'Data de publicação', columns: [] },
  ementa: { label: 'Ementa', columns: ['ementa'] },
  orgao: { label: 'Órgão', columns: ['orgao_id'] },
  vigencia: { label: 'Vigência', columns: ['vigencia_inicio', 'vigencia_fim'] },
  valor: { label: 'Valor', columns: ['valor'] },
  situacao: { label: 'Situação', columns: ['situacao_id'] },
  interessado: { label: 'Interessado', columns: ['interessado'] },
  tipo: { label: 'Tipo', columns: ['tipo_id'] },
  reuniao: { label: 'Reunião', columns: ['reuniao_id'] },
  modalidade: { label: 'Modalidade', columns: ['modalidade'] },
  fiscais: { label: 'Fiscais', columns: ['fiscais'] },
  pagamentos: { label: 'Pagamentos', columns: ['pagamentos'] },
  numeros: { label: 'Números', columns: ['numeros'] },
  licitacao: { label: 'Licitação', columns: ['licitacao_id'] },
  pncp: { label: 'PNCP', columns: ['pncp_id', 'pncp_url'] },
};

/** The documents of categories that have this name in their profile. */
export function documentsWith(name: keyof typeof PROFILE_NAMES): Row {
  return { categoria: { campos: { _contains: [name] } } };
}

export const PROFILE_CHOICES: readonly Choice[] = Object.entries(PROFILE_NAMES).map(([id, { label }]) => ({ id, name: label }));

/** Columns that only some categories have. `exercicio` is filled from the dates, so every category may have it. */
const PROFILED = new Set(Object.values(PROFILE_NAMES).flatMap(({ columns }) => columns));
PROFILED.delete('exercicio');

/** Says whether a document of a category with this profile has the column. A column without a profile name belongs to every document. */
export function profileHas(profile: unknown, column: string): boolean {
  if (!PROFILED.has(column)) return true;
  return Array.isArray(profile) && profile.some((name) => PROFILE_NAMES[String(name)]?.columns.includes(column) === true);
}
