/** What the form for a case that did not come through the site asks: the fields of the public forms, and how and when the case came. */
import { ATTACHMENTS_FIELD, MAX_ATTACHMENTS } from '../../../../shared/cases/form-limits.ts';
import { withoutHiddenFields } from '../../../../shared/cases/hidden-fields.ts';
import {
  CHANNELS,
  type Channel,
  ENTRADAS,
  ESCOLARIDADES,
  FAIXAS_ETARIAS,
  GENEROS,
  PESSOAS,
  RESPOSTAS_DA_OUVIDORIA,
  RESPOSTAS_DO_SIC,
  TIPOS_DE_MANIFESTACAO,
  UFS,
} from '../../../../shared/cases/vocabulary.ts';
import { channelName, FORMATS, IDENTIFICATIONS } from '../case-words.ts';
import type { Choice, StepFieldSpec, StepValues } from '../step-fields.ts';

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly StepFieldSpec[];
}

const line = (name: string, label: string, help?: string): StepFieldSpec => ({
  name,
  label,
  kind: 'line',
  ...(help === undefined ? {} : { help }),
});
const text = (name: string, label: string, required = false): StepFieldSpec => ({ name, label, kind: 'text', required });
const choice = (name: string, label: string, choices: readonly Choice[], required = false): StepFieldSpec => ({
  name,
  label,
  kind: 'choice',
  choices: choices.map(({ value, label: words }) => ({ value, label: words })),
  required,
});

const STATES = UFS.map((value) => ({ value, label: value }));

const ENTRY: FieldGroup = {
  title: 'Como o caso chegou',
  fields: [
    choice(
      'canal',
      'O que é',
      CHANNELS.map((value) => ({ value, label: channelName(value) })),
      true,
    ),
    choice('canal_entrada', 'Por onde chegou', ENTRADAS, true),
    { name: 'recebido_em', label: 'Dia em que chegou', help: 'O prazo conta deste dia. Até um ano atrás.', kind: 'date', required: true },
  ],
};

const PERSON: readonly StepFieldSpec[] = [
  { ...line('nome', 'Nome ou nome social'), required: true },
  line('email', 'E-mail', 'O recibo e a resposta vão para ele.'),
  line('telefone', 'Telefone', 'Com DDD, como (91) 91234-5678.'),
];
const DOCUMENT = line('documento', 'CPF ou CNPJ', 'Só se a pessoa quiser informar. Fica guardado cifrado.');
const ADDRESS: readonly StepFieldSpec[] = [
  { ...line('cep', 'CEP'), required: true },
  { ...line('logradouro', 'Rua, avenida ou travessa'), required: true },
  line('numero', 'Número'),
  line('complemento', 'Complemento'),
  line('bairro', 'Bairro'),
  { ...line('cidade', 'Cidade'), required: true },
  choice('uf', 'Estado', STATES, true),
];
const PROFILE: FieldGroup = {
  title: 'Para as estatísticas (só o que a pessoa quiser dizer)',
  fields: [
    choice('perfil_pessoa', 'A pessoa é', PESSOAS),
    choice('perfil_faixa_etaria', 'Faixa de idade', FAIXAS_ETARIAS),
    choice('perfil_genero', 'Gênero', GENEROS),
    choice('perfil_escolaridade', 'Escolaridade', ESCOLARIDADES),
    choice('perfil_uf', 'Estado em que mora', STATES),
    line('perfil_municipio', 'Município em que mora'),
  ],
};
const FILES: FieldGroup = {
  title: 'Arquivos',
  fields: [
    {
      name: ATTACHMENTS_FIELD,
      label: 'Anexar arquivos',
      help: `A carta digitalizada, por exemplo. Até ${MAX_ATTACHMENTS} arquivos de 10 MB: PDF, JPG, PNG, ODT, DOCX, XLSX, ODS ou CSV.`,
      kind: 'files',
    },
  ],
};

/** Returns the groups of fields for what has been chosen so far. */
export function registrationGroups(
  values: StepValues,
  subjects: readonly { readonly id: number; readonly canal: string; readonly nome: string }[],
): readonly FieldGroup[] {
  const channel = CHANNELS.find((each) => each === values['canal']);
  if (channel === undefined) return [ENTRY];
  const ofChannel = subjects.filter(({ canal }) => canal === channel).map(({ id, nome }) => ({ value: String(id), label: nome }));
  const groups = [ENTRY, ...groupsOf(channel, { ...choice('assunto', 'Assunto', ofChannel), none: 'Não se sabe' })];
  // The rules of the public form say which fields a choice hides.
  const names = groups.flatMap(({ fields }) => fields.map(({ name }) => [name, values[name] ?? ''] as const));
  const shown = withoutHiddenFields(Object.fromEntries(names));
  return groups
    .map(({ title, fields }) => ({ title, fields: fields.filter(({ name }) => name in shown) }))
    .filter(({ fields }) => fields.length > 0);
}

function groupsOf(channel: Channel, subject: StepFieldSpec): readonly FieldGroup[] {
  switch (channel) {
    case 'contato':
      return [
        { title: 'Quem é', fields: PERSON },
        { title: 'A mensagem', fields: [subject, text('texto', 'Mensagem', true)] },
      ];
    case 'ouvidoria':
      return [
        {
          title: 'A manifestação',
          fields: [
            choice('identificacao', 'A pessoa quer se identificar?', IDENTIFICATIONS, true),
            choice('tipo', 'Tipo', TIPOS_DE_MANIFESTACAO, true),
            subject,
            text('texto', 'O que aconteceu', true),
            line('local_fato', 'Onde aconteceu'),
            { name: 'data_fato', label: 'Quando aconteceu', kind: 'date' },
            text('envolvidos', 'Quem participou'),
          ],
        },
        {
          title: 'Quem é',
          fields: [...PERSON, DOCUMENT, choice('forma_resposta', 'Como quer a resposta', RESPOSTAS_DA_OUVIDORIA), ...ADDRESS],
        },
        PROFILE,
        FILES,
      ];
    case 'sic':
      return [
        {
          title: 'O pedido',
          fields: [text('texto', 'Informação pedida', true), subject, choice('formato_desejado', 'Em que formato', FORMATS)],
        },
        {
          title: 'Quem é',
          fields: [choice('forma_resposta', 'Como quer a resposta', RESPOSTAS_DO_SIC, true), ...PERSON, DOCUMENT, ...ADDRESS],
        },
        PROFILE,
        FILES,
      ];
  }
}
