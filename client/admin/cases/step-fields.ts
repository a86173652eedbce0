/** What the form of a step asks for, by what its state means, and how it is sent. Which steps there are, the database says. */
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '../../../shared/cases/form-limits.ts';
import { aboutFile, CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { ANSWER_NAMES, answerLabel, GROUND_NAMES, groundLabel, staffSituationLabel } from '../../../shared/cases/situations.ts';
import { TIPOS_DE_MANIFESTACAO } from '../../../shared/cases/vocabulary.ts';
import { faultOfLength } from '../forms/field-help.tsx';
import type { CaseRecord, Step } from './case-record.ts';
import type { InboxChoices } from './inbox.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface StepFieldSpec {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly kind: 'line' | 'text' | 'date' | 'choice' | 'flag' | 'files';
  readonly choices?: readonly Choice[];
  /** What stands for no choice. */
  readonly none?: string;
}

/** Values of the form by the names of its fields. */
export type StepValues = Readonly<Record<string, string>>;

/** Sorting a case into subject, kind and area is no step of the rules: its state stays. */
export const SORTING: Step = { para: '', especie: 'classificacao' };

/** An answer that was sent stays; what corrects it is told beside it, and the state stays too. */
export const COMPLEMENT: Step = { para: '', especie: 'complemento' };

const NOTE: StepFieldSpec = { name: 'nota', label: 'Nota interna', help: 'Só a equipe lê.', kind: 'text' };
const TOLD: StepFieldSpec = { name: 'descricao', label: 'O que o cidadão lê sobre este passo', kind: 'text' };
const FILES: StepFieldSpec = {
  name: 'anexos',
  label: 'Anexar arquivos',
  help: 'Até 5 arquivos de 10 MB: PDF, JPG, PNG, ODT, DOCX, XLSX, ODS ou CSV. O cidadão os recebe com a resposta.',
  kind: 'files',
};
const KINDS: readonly Choice[] = [
  ...TIPOS_DE_MANIFESTACAO.map(({ value, label }) => ({ value, label })),
  { value: 'simplifique', label: 'Simplifique' },
];
const ENDS: readonly Choice[] = [
  { value: 'sem_elementos_minimos', label: 'Não há elementos mínimos para apurar' },
  { value: 'duplicada', label: 'Repete outra manifestação' },
  { value: 'fora_de_competencia', label: 'Não é da competência do instituto, e não se sabe de quem é' },
];
const DECISIONS: readonly Choice[] = [
  { value: 'provido', label: 'Provido' },
  { value: 'parcial', label: 'Provido em parte' },
  { value: 'desprovido', label: 'Não provido' },
  { value: 'nao_conhecido', label: 'Não conhecido' },
];

/** Of a complaint that no answer came. */
const COMPLAINT_DECISIONS = DECISIONS.filter(({ value }) => value !== 'parcial');

/** Answers that refuse something: the law wants their ground (Lei 12.527 art. 11 §1). */
const REFUSING = new Set(['acesso_negado', 'acesso_parcialmente_concedido']);

/** Nobody chooses from a list without rows, and who answers citizens may not make them. */
const NO_AREA = 'O instituto ainda não tem unidades cadastradas. Peça a quem edita o site que as cadastre em “Unidades”.';

/** Returns the fields of a step. */
export function fieldsOf(
  step: Step,
  record: Pick<CaseRecord, 'canal'>,
  values: StepValues,
  choices: InboxChoices,
): readonly StepFieldSpec[] {
  const area = {
    ...choiceOf('unidade_id', 'Área', choices.unidade),
    // There are always states: without any the choices have not been read.
    ...(choices.unidade.length === 0 && choices.situacao_de_caso.length > 0 ? { help: NO_AREA } : {}),
  };
  const subjects = (canal: string): StepFieldSpec =>
    choiceOf(
      'assunto_id',
      'Assunto',
      choices.assunto.filter((each) => each.canal === canal),
    );
  const kind = { name: 'tipo', label: 'Tipo', kind: 'choice', choices: KINDS } as const;
  switch (step.especie) {
    case 'espera':
      return [{ ...TOLD, label: 'O que o cidadão precisa informar', required: true }, NOTE];
    case 'prorrogacao':
      return [
        { name: 'justificativa', label: 'Justificativa da prorrogação', help: 'É enviada ao cidadão.', required: true, kind: 'text' },
        NOTE,
      ];
    case 'resposta':
      return [...answerFields(record, values), FILES, NOTE];
    case 'complemento':
      return [
        {
          ...TOLD,
          label: 'Complementação da resposta',
          help: 'A resposta enviada fica como está, e o prazo do cidadão não muda. Ele é avisado e lê as duas.',
          required: true,
        },
        FILES,
        NOTE,
      ];
    case 'decisao':
    case 'decisao_da_reclamacao':
      return [
        {
          name: 'decisao',
          label: 'Decisão',
          required: true,
          kind: 'choice',
          choices: step.especie === 'decisao' ? DECISIONS : COMPLAINT_DECISIONS,
        },
        { name: 'autoridade', label: 'Autoridade que decidiu', required: true, kind: 'line' },
        { name: 'resposta', label: 'Texto da decisão', required: true, kind: 'text' },
        FILES,
        NOTE,
      ];
    case 'saida':
      return [...endFields(step), TOLD, NOTE];
    case 'reclassificacao':
      return step.para === 'reclassificado'
        ? [{ ...kind, required: true }, subjects('ouvidoria'), TOLD, NOTE]
        : [subjects('sic'), TOLD, NOTE];
    case 'classificacao':
      return [...(record.canal === 'ouvidoria' ? [kind] : []), subjects(record.canal), area, NOTE];
    case 'prorrogacao_da_area':
      return [{ ...NOTE, label: 'Por que a área precisa de mais tempo', required: true }];
    case 'tratamento':
      return [{ ...area, required: isForwarding(step) }, TOLD, NOTE];
    default:
      return [NOTE];
  }
}

function answerFields({ canal }: Pick<CaseRecord, 'canal'>, values: StepValues): readonly StepFieldSpec[] {
  const text: StepFieldSpec = { name: 'resposta', label: 'Resposta ao cidadão', required: true, kind: 'text' };
  if (canal !== 'sic') return [text];
  const kinds = ANSWER_NAMES.map((value) => ({ value, label: answerLabel(value) }));
  const grounds = GROUND_NAMES.map((value) => ({ value, label: groundLabel(value) }));
  return [
    { name: 'tipo_resposta', label: 'Tipo da resposta', required: true, kind: 'choice', choices: kinds },
    ...(REFUSING.has(values['tipo_resposta'] ?? '')
      ? [{ name: 'fundamento_negativa', label: 'Fundamento da negativa', required: true, kind: 'choice', choices: grounds } as const]
      : []),
    text,
    { name: 'resposta_publica', label: 'A resposta não tem dado pessoal e pode ser publicada', kind: 'flag' },
  ];
}

function endFields({ para }: Step): readonly StepFieldSpec[] {
  if (para === 'arquivada') return [{ name: 'motivo', label: 'Motivo do arquivamento', required: true, kind: 'choice', choices: ENDS }];
  if (para === 'spam') return [];
  return [{ name: 'orgao', label: 'Órgão a que o caso vai', required: true, kind: 'line' }];
}

function choiceOf(name: string, label: string, rows: readonly { readonly id: number; readonly nome: string }[]): StepFieldSpec {
  return { name, label, kind: 'choice', choices: rows.map(({ id, nome }) => ({ value: String(id), label: nome })) };
}

function isForwarding({ para }: Step): boolean {
  return para.startsWith('encaminhad');
}

/** What is done most stands first: the work on the case, and what ends it last. */
const ORDER: readonly string[] = [
  'decisao',
  'resposta',
  'decisao_da_reclamacao',
  'tratamento',
  'espera',
  'prorrogacao',
  'ciencia',
  'reclassificacao',
  'saida',
];

/** Returns the steps in the order of their buttons. */
export function stepsInOrder(steps: readonly Step[]): readonly Step[] {
  const place = ({ especie }: Step): number => (ORDER.includes(especie) ? ORDER.indexOf(especie) : ORDER.length);
  return [...steps].sort((one, other) => place(one) - place(other));
}

/** Returns the words on the button of a step. */
export function stepName({ para, especie }: Step): string {
  switch (especie) {
    case 'classificacao':
      return 'Mudar assunto, tipo ou área';
    case 'prorrogacao_da_area':
      return 'Prorrogar o prazo da área';
    case 'reclassificacao':
      return para === 'reclassificado' ? 'Passar para a Ouvidoria' : 'Passar para o SIC';
    case 'espera':
      return 'Pedir complementação';
    case 'prorrogacao':
      return 'Prorrogar o prazo';
    case 'resposta':
      return 'Responder';
    case 'complemento':
      return 'Complementar ou corrigir a resposta';
    case 'decisao':
      return 'Decidir o recurso';
    case 'decisao_da_reclamacao':
      return 'Decidir a reclamação';
    case 'ciencia':
      return 'Concluir';
    case 'tratamento':
      return isForwarding({ para, especie }) ? 'Encaminhar à área' : para === 'lida' ? 'Marcar como lida' : 'Iniciar ou retomar a análise';
    default:
      return END_NAMES[para] ?? staffSituationLabel(para);
  }
}

const END_NAMES: Readonly<Record<string, string>> = {
  arquivada: 'Arquivar',
  spam: 'Marcar como spam',
  encaminhada_externa: 'Encaminhar a outro órgão',
  redirecionado: 'Encaminhar a outro órgão',
};

const NUMBERS = new Set(['assunto_id', 'unidade_id']);

/**
 * The value of a field as it is shown. Values are kept from step to step, and a list shows a choice that it does not have, such as a subject of another
 * channel, as none.
 */
function valueIn(values: StepValues, { name, kind, choices = [] }: StepFieldSpec): string {
  const value = (values[name] ?? '').trim();
  return kind !== 'choice' || choices.some((choice) => choice.value === value) ? value : '';
}

/** Returns what is sent: the fields of the step that have a value. Files go beside it. */
export function stepData(fields: readonly StepFieldSpec[], values: StepValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { name, kind } = field;
      const value = valueIn(values, field);
      if (kind === 'files' || value === '') return [];
      return [[name, kind === 'flag' ? value === 'sim' : NUMBERS.has(name) ? Number(value) : value]];
    }),
  );
}

/** Returns what was written for a step, under the names of its fields; choices are made again. */
export function writtenFor(
  step: Step,
  record: Pick<CaseRecord, 'canal'>,
  values: StepValues,
): readonly { readonly label: string; readonly text: string }[] {
  const fields = fieldsOf(step, record, values, { situacao_de_caso: [], assunto: [], unidade: [] });
  return fields.flatMap(({ name, label, kind }) => {
    const text = (values[name] ?? '').trim();
    return text !== '' && (kind === 'text' || kind === 'line') ? [{ label, text }] : [];
  });
}

/** Characters of a text and of a line; the database has the same bound for what is told and noted (`casos.andamento`). */
export const MOST_OF_TEXT = 20_000;
const MOST_OF_LINE = 300;

/** Returns what is wrong by the names of the fields, before anything is sent. */
export function faultsOfStep(
  fields: readonly StepFieldSpec[],
  values: StepValues,
  files: readonly File[],
): Readonly<Record<string, string>> {
  const faults = fields.flatMap((field): readonly (readonly [string, string])[] => {
    const fault = field.kind === 'files' ? faultOfFiles(files) : faultOfText(field, valueIn(values, field));
    return fault === null ? [] : [[field.name, fault]];
  });
  return Object.fromEntries(faults);
}

function faultOfText({ kind, required }: StepFieldSpec, value: string): string | null {
  if (value === '') return required === true ? 'Preencha este campo.' : null;
  return faultOfLength(value, kind === 'text' ? MOST_OF_TEXT : MOST_OF_LINE) ?? null;
}

function faultOfFiles(files: readonly File[]): string | null {
  if (files.length > MAX_ATTACHMENTS) return CASE_MESSAGES.arquivosDemais;
  const large = files.find(({ size }) => size > MAX_ATTACHMENT_BYTES);
  return large === undefined ? null : aboutFile(CASE_MESSAGES.arquivoGrande, large.name);
}
