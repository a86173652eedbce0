/** Errors of the database in words that say what to do, at the field to which they belong where the constraint tells it. */
import { HttpError } from 'react-admin';

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
  sem_cpf: ['titulo', 'Há um CPF completo no texto. Mostre só parte dele, como ***.456.789-**.'],
  numero_unico: ['numero', 'Já existe um documento desta categoria com este número e exercício.'],
  destino: ['destino', 'Informe o tipo de destino e o destino, ou nenhum dos dois.'],
  com_destino: ['destino', 'Diga para onde o endereço leva. Só um conteúdo retirado (410) fica sem destino.'],
  foco: ['foco_x', 'O foco tem as duas medidas, ou nenhuma.'],
  exato: ['valor', 'Este número tem algarismos demais: o site guarda até 15, sem arredondar.'],
  externo: ['destino', 'Um endereço externo começa com https://, http://, mailto: ou tel:.'],
};

/** What `edicao.recusar` of the database writes: a sentence for people, and the field that it is about. No other text begins like this. */
const OWN_RULE = /^(?:Check constraint violation\. )?Regra do site \((\w*)\): (.+)$/s;

const QUOTED_CONSTRAINT = /constraint "([^"]+)"/;
const QUOTED_COLUMN = /column "([^"]+)"/;
/** Where a value that is missing stands in the request: a column of the row that is inserted or of what an update sets. */
const MISSING_VALUE = /\.args\.(?:objects?(?:\[\d+\])?|_set)\.(\w+)$/;

/** Returns the error for the form of a row of `table`. Texts of the database itself, and of triggers that are not the site's, are never shown. */
export function faultOf(fault: GraphqlFault, table: string): HttpError {
  const code = fault.extensions?.code ?? '';
  const missing = fault.message.startsWith('unexpected null value') ? MISSING_VALUE.exec(fault.extensions?.path ?? '')?.[1] : undefined;
  const known: Translated | null = missing === undefined ? ownRule(fault.message) : [422, REQUIRED, missing];
  const [status, text, field] = known ?? translated(code, fault.message, table);
  return new HttpError(text, status, field === null ? {} : { errors: { [field]: text } });
}

const REQUIRED = 'Preencha este campo.';

type Translated = readonly [status: number, text: string, field: string | null];

function ownRule(message: string): Translated | null {
  const [, field = '', sentence] = OWN_RULE.exec(message) ?? [];
  return sentence === undefined ? null : [422, sentence, field === '' ? null : field];
}

function translated(code: string, message: string, table: string): Translated {
  switch (code) {
    case 'constraint-violation':
      return constraint(message, table);
    case 'permission-error':
      // Hasura gives a check of a column the code of a check of a permission; only the first has a name.
      if (QUOTED_CONSTRAINT.test(message)) return constraint(message, table);
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

function constraint(message: string, table: string): Translated {
  const name = QUOTED_CONSTRAINT.exec(message)?.[1] ?? '';
  if (name.endsWith('_aceito')) {
    return [422, 'O endereço começa com /, https://, http://, mailto: ou tel:.', columnOf(name, table, 'aceito')];
  }
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
