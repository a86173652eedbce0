/** The closed vocabularies: tables of `valor` and `rotulo`, read and never edited here. */
import type { ContentType, Field } from './content-type.ts';

const FIELDS: readonly Field[] = [
  { name: 'valor', label: 'Valor', kind: 'text', fixed: true },
  { name: 'rotulo', label: 'Rótulo', kind: 'text' },
];

const TABLES = [
  'tipo_contato',
  'tipo_comunicado',
  'prioridade_comunicado',
  'condicao_membro',
  'representacao_membro',
  'nivel_certificacao',
  'tipo_reuniao',
  'situacao_reuniao',
  'periodicidade',
  'tipo_documento',
  'situacao_documento',
  'papel_arquivo',
  'tipo_relacao',
  'nivel_progestao',
  'situacao_progestao',
];

export const VOCABULARIES: readonly ContentType[] = TABLES.map((table) => ({
  table,
  one: 'valor',
  many: 'Valores',
  group: '',
  key: 'valor',
  title: 'rotulo',
  search: ['rotulo'],
  order: { column: 'ordem', direction: 'ASC' },
  fields: FIELDS,
  columns: [],
  filters: [],
}));
