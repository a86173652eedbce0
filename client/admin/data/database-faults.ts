/** Errors of the database in words that say what to do, at the field to which they belong where the constraint tells it. */
import { HttpError } from 'react-admin';
import { siteRuleOf } from '../../../shared/errors/site-rule.ts';
import type { Row } from '../resources/content-type.ts';
import { writtenDay } from '../time/institution-time.ts';
import { type FaultyForm, listOfConstraint, placeOfConstraint, placeOfSentence } from './entry-faults.ts';

/** One entry of `errors`, as Hasura writes it. */
export interface GraphqlFault {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly path?: string };
}

/** Constraints that the migrations name, by field and message. Those that Postgres names after table and column are read from the name. */
const NAMED: Readonly<Record<string, readonly [field: string, message: string]>> = {
  publicacao: ['publicado_em', 'Para publicar, informe a data de publicação.'],
  validade: ['valido_ate', 'O fim da validade não pode vir antes do começo.'],
  exibicao: ['exibir_ate', 'O fim da exibição não pode vir antes do começo.'],
  vigencia: ['vigencia_fim', 'O fim da vigência não pode vir antes do começo.'],
  competencia: ['competencia_fim', 'O fim do período não pode vir antes do começo.'],
  retirada: ['retirado_motivo', 'Preencha a data da retirada e o motivo dela, ou nenhum dos dois.'],
  nao_se_substitui: ['substitui_documento_id', 'Um documento não substitui nem revoga a si mesmo.'],
  numero_unico: ['numero', 'Já existe um documento desta categoria com este número e exercício.'],
  destino: ['destino', 'Informe o tipo de destino e o destino, ou nenhum dos dois.'],
  com_destino: ['destino', 'Diga para onde o endereço leva. Só um conteúdo retirado (410) fica sem destino.'],
  foco: ['foco_x', 'O foco tem as duas medidas, ou nenhuma.'],
  exato: ['valor', 'Este número tem algarismos demais: o site guarda até 15, sem arredondar.'],
  externo: ['destino', 'Um endereço externo começa com https://, http://, mailto: ou tel:.'],
};

/** Constraints on a row as a whole, and those that lists in another form meet, by table, field and message. */
const OF_A_ROW: Readonly<Record<string, readonly [table: string, field: string, message: string]>> = {
  membro_orgao_check: ['membro_orgao', 'mandato_fim', 'O fim do mandato não pode vir antes do começo.'],
  reuniao_orgao_id_tipo_ano_numero_key: ['reuniao', 'numero', 'Este órgão já tem uma reunião deste tipo com este número no ano do início.'],
  reuniao_check: ['reuniao', 'fim', 'O fim da reunião tem de vir depois do começo.'],
  declaracao_inexistencia_check: ['declaracao_inexistencia', 'competencia_fim', 'O fim do período não pode vir antes do começo.'],
  instituicao_credenciada_check: ['instituicao_credenciada', 'valido_ate', 'A validade não pode terminar antes do credenciamento.'],
  progestao_certificacao_check: ['progestao_certificacao', 'valido_ate', 'A validade não pode terminar antes da certificação.'],
  unidade_check: ['unidade', 'unidade_superior_id', 'Uma unidade não é superior a ela mesma.'],
  unidade_check1: ['unidade', 'latitude', 'Informe a latitude e a longitude, ou nenhuma das duas.'],
  redirecionamento_check: ['redirecionamento', 'destino', 'O endereço novo tem de ser outro que o antigo.'],
  redirecionamento_motivo_da_retirada: ['redirecionamento', 'motivo', 'Só um conteúdo retirado (410) tem motivo.'],
  calendario_beneficio_periodo: ['calendario_beneficio', 'fim', 'O fim não pode vir antes do começo.'],
  calendario_beneficio_pagamento_em_um_dia: ['calendario_beneficio', 'fim', 'Um pagamento é em um dia só: deixe o fim vazio.'],
  canal_externo_com_nome: ['canal_atendimento', 'endereco_externo', 'Informe o nome e o endereço do outro sistema, ou nenhum dos dois.'],
  menu_item_check: ['menu_item', 'pai_id', 'Um item do menu não fica dentro dele mesmo.'],
  contrato_fiscal_check: ['contrato_fiscal', 'fim', 'O fim da fiscalização de um contrato não pode vir antes do começo.'],
  pagamento_valor_check: ['pagamento', 'valor', 'O valor de um pagamento tem de ser maior que zero.'],
  progestao_evidencia_check: ['progestao_evidencia', 'documento_id', 'Cada evidência tem um documento ou um endereço, e não os dois.'],
  documento_relacao_check: ['documento_relacao', 'para_id', 'Um documento não se relaciona com ele mesmo.'],
  documento_relacao_pkey: ['documento_relacao', 'para_id', 'A mesma relação está duas vezes na lista. Deixe uma só.'],
  documento_arquivo_pkey: ['documento_arquivo', 'arquivo_id', 'O mesmo arquivo está duas vezes na lista. Deixe um só.'],
  comunicado_arquivo_pkey: ['comunicado_arquivo', 'arquivo_id', 'O mesmo arquivo está duas vezes na lista. Deixe um só.'],
  // As in an earlier version, whose file was deleted since.
  documento_arquivo_arquivo_id_fkey: [
    'documento_arquivo',
    'arquivo_id',
    'Um arquivo da lista foi excluído do site. Tire-o da lista, ou envie-o de novo.',
  ],
  comunicado_arquivo_arquivo_id_fkey: [
    'comunicado_arquivo',
    'arquivo_id',
    'Um anexo da lista foi excluído do site. Tire-o da lista, ou envie-o de novo.',
  ],
  numero_documento_unico: ['numero_documento', 'indicador_codigo', 'O mesmo número está duas vezes para o mesmo dia. Deixe um só.'],
};

const QUOTED_CONSTRAINT = /constraint "([^"]+)"/;
const QUOTED_COLUMN = /column "([^"]+)"/;
/** Where a value that is missing stands in the request: a column of the row that is inserted or of what an update sets. */
const MISSING_VALUE = /\.args\.(?:objects?(?:\[\d+\])?|_set)\.(\w+)$/;

/** What a constraint on several texts at once looks for, as `public.mostra_cpf` does. */
const WHOLE_CPF = /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/;

/**
 * Returns the error for the form of a row of `table`. Texts of the database itself, and of triggers that are not the site's, are never shown. What is at
 * no field of the form is told of the whole.
 */
export function faultOf(fault: GraphqlFault, table: string, form?: FaultyForm): HttpError {
  const code = fault.extensions?.code ?? '';
  const missing = fault.message.startsWith('unexpected null value') ? MISSING_VALUE.exec(fault.extensions?.path ?? '')?.[1] : undefined;
  const known: Translated | null =
    missing === undefined ? (ownRule(fault.message, form) ?? shownCpf(fault.message, form?.values ?? {})) : [422, REQUIRED, missing];
  const [status, text, field] = known ?? translated(code, fault.message, { table, form });
  const isShown = field !== null && form?.fields.some(({ name }) => name === field.split('.', 1)[0]) !== false;
  return new HttpError(text, status, isShown ? { errors: { [field]: text } } : {});
}

const REQUIRED = 'Preencha este campo.';

type Translated = readonly [status: number, text: string, field: string | null];

function ownRule(message: string, form: FaultyForm | undefined): Translated | null {
  const rule = siteRuleOf(message);
  if (rule === null) return null;
  const { field, sentence } = rule;
  const isInList = form !== undefined && field !== '' && form.fields.every(({ name }) => name !== field);
  return [422, sentence, isInList ? placeOfSentence(sentence, field, form, writtenDay) : field || null];
}

function shownCpf(message: string, values: Row): Translated | null {
  if (QUOTED_CONSTRAINT.exec(message)?.[1]?.endsWith('_sem_cpf') !== true) return null;
  return [422, 'Há um CPF completo neste texto. Mostre só parte dele, como ***.456.789-**.', placeOfCpf(values, '')];
}

/** The field with the number, or that of an entry of a list: `pagamentos.0.empenho`. */
function placeOfCpf(value: unknown, at: string): string | null {
  if (typeof value === 'string') return WHOLE_CPF.test(value) ? at : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, within] of Object.entries(value)) {
    const place = placeOfCpf(within, at === '' ? name : `${at}.${name}`);
    if (place !== null) return place;
  }
  return null;
}

interface Refused {
  readonly table: string;
  readonly form: FaultyForm | undefined;
}

function translated(code: string, message: string, refused: Refused): Translated {
  switch (code) {
    case 'constraint-violation':
      return constraint(message, refused);
    case 'permission-error':
      // Hasura gives a check of a column the code of a check of a permission; only the first has a name.
      if (QUOTED_CONSTRAINT.test(message)) return constraint(message, refused);
      return [403, 'Sua conta não permite esta alteração.', null];
    case 'permission-denied':
      return [403, 'Sua conta não permite esta alteração.', null];
    case 'data-exception':
    case 'parse-failed':
      return [422, 'Um dos valores não tem a forma que o campo espera.', null];
    case 'validation-failed':
      // The role does not know the field: a person without the right sees what a person with a wrong address sees.
      return [403, 'Sua conta não permite ver ou alterar este conteúdo.', null];
    case 'too-many-requests':
      return [429, 'Muitos pedidos ao mesmo tempo. Espere alguns segundos e tente de novo.', null];
    default:
      return [500, 'O servidor não conseguiu concluir. Tente de novo em instantes.', null];
  }
}

function constraint(message: string, { table, form }: Refused): Translated {
  const name = QUOTED_CONSTRAINT.exec(message)?.[1] ?? '';
  const list = listOfConstraint(name, table, form);
  if (list === undefined || form === undefined) return ofTable(name, message, table);
  const [status, text, column] = ofTable(name, message, list.rows.table);
  return [status, text, column === null ? null : placeOfConstraint(name, column, list, form)];
}

function ofTable(name: string, message: string, table: string): Translated {
  if (name.endsWith('_aceito')) {
    return [422, 'O endereço começa com /, https://, http://, mailto: ou tel:.', columnOf(name, table, 'aceito')];
  }
  const ofARow = OF_A_ROW[name];
  if (ofARow !== undefined) return [422, ofARow[2], ofARow[0] === table ? ofARow[1] : null];
  const named = Object.entries(NAMED).find(([ending]) => name.endsWith(`_${ending}`));
  if (named !== undefined) return [422, named[1][1], named[1][0]];
  if (message.startsWith('Not-NULL violation')) return [422, REQUIRED, QUOTED_COLUMN.exec(message)?.[1] ?? null];
  if (message.startsWith('Uniqueness violation')) return taken(columnOf(name, table, 'key'));
  if (message.startsWith('Foreign key violation')) {
    return message.includes('is still referenced')
      ? [409, 'Outros conteúdos ainda usam este registro. Troque-os antes de excluir.', null]
      : [422, 'O registro escolhido não existe mais.', columnOf(name, table, 'fkey')];
  }
  return [422, 'Este valor não é aceito aqui.', columnOf(name, table, 'check')];
}

/** The part of an address is proposed from the title, and titles come again each year. */
function taken(column: string | null): Translated {
  const text =
    column === 'slug'
      ? 'Outro conteúdo já tem este endereço. Acrescente o que os distingue, como o ano ou o mês.'
      : 'Já existe outro registro com este valor.';
  return [422, text, column];
}

/** Postgres names a constraint `table_column_kind`; one of several columns belongs to the form as a whole. */
function columnOf(name: string, table: string, kind: string): string | null {
  const [, column = ''] = new RegExp(`^${table}_(.+)_${kind}\\d*$`).exec(name) ?? [];
  return column === '' ? null : column;
}
