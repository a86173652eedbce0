/** What the institution decides about its service channels: subjects, terms, another system that takes the cases, texts of answers. */
import type { ContentType, Field } from './content-type.ts';

/** Heading of what belongs to the answering of citizens. */
export const CITIZEN_GROUP = 'Atendimento ao cidadão';

const CHANNEL: Field = { name: 'canal', label: 'Canal', kind: 'reference', to: 'canal_atendimento', required: true };

export const CITIZEN_SERVICE: readonly ContentType[] = [
  {
    table: 'modelo_resposta',
    one: 'modelo de resposta',
    many: 'Modelos de resposta',
    group: CITIZEN_GROUP,
    key: 'id',
    title: 'titulo',
    search: ['titulo', 'texto'],
    order: { column: 'ordem', direction: 'ASC' },
    columns: ['canal', 'ordem', 'ativo'],
    filters: ['canal', 'ativo'],
    about: 'Textos com que uma resposta começa. Quem responde escolhe um e o completa; o cidadão só vê a resposta enviada.',
    fields: [
      CHANNEL,
      { name: 'titulo', label: 'Título', kind: 'text', required: true, maxLength: 120 },
      { name: 'texto', label: 'Texto', kind: 'long-text', required: true },
      { name: 'ordem', label: 'Ordem', kind: 'integer', initial: 0 },
      { name: 'ativo', label: 'Oferecer a quem responde', kind: 'boolean', initial: true },
    ],
  },
  {
    table: 'assunto',
    one: 'assunto',
    many: 'Assuntos dos formulários',
    group: CITIZEN_GROUP,
    key: 'id',
    title: 'nome',
    search: ['nome'],
    order: { column: 'ordem', direction: 'ASC' },
    columns: ['canal', 'ordem', 'ativo'],
    filters: ['canal', 'ativo'],
    about: 'O que o cidadão escolhe nos formulários. Um assunto que já foi usado não se exclui: deixe de oferecê-lo.',
    fields: [
      { ...CHANNEL, fixed: true },
      { name: 'nome', label: 'Nome', kind: 'text', required: true },
      { name: 'ordem', label: 'Ordem', kind: 'integer', initial: 0 },
      { name: 'ativo', label: 'Oferecer nos formulários', kind: 'boolean', initial: true },
    ],
  },
  {
    table: 'canal_atendimento',
    one: 'canal de atendimento',
    many: 'Canais de atendimento',
    group: CITIZEN_GROUP,
    key: 'canal',
    title: 'nome',
    search: [],
    order: { column: 'canal', direction: 'ASC' },
    columns: ['prefixo', 'dias', 'dias_prorrogacao', 'nome_externo', 'meses_de_guarda'],
    filters: [],
    about: 'Os prazos vêm da lei (LAI, arts. 11 e 15; Lei nº 13.460/2017, art. 16) e não se mudam aqui.',
    fields: [
      { name: 'nome', label: 'Canal', kind: 'text', fixed: true },
      { name: 'prefixo', label: 'Começo do protocolo', kind: 'text', fixed: true },
      { name: 'dias', label: 'Prazo da resposta, em dias', kind: 'integer', fixed: true, section: 'Prazos da lei' },
      { name: 'dias_prorrogacao', label: 'Prorrogação, em dias', kind: 'integer', fixed: true },
      { name: 'dias_recurso', label: 'Prazo do recurso ou da reabertura, em dias', kind: 'integer', fixed: true },
      { name: 'dias_decisao', label: 'Prazo da decisão do recurso, em dias', kind: 'integer', fixed: true },
      {
        name: 'complementacao_suspende_prazo',
        label: 'O prazo para enquanto se espera uma complementação',
        kind: 'boolean',
        initial: false,
        section: 'Norma local',
        help: 'Só onde a norma do ente prevê. Sem resposta no prazo abaixo, o caso identificado é arquivado.',
      },
      { name: 'dias_complementacao', label: 'Prazo da complementação, em dias', kind: 'integer', min: 1, required: true },
      { name: 'autoridade_recurso_1', label: 'Quem decide o recurso em 1ª instância', kind: 'text' },
      { name: 'autoridade_recurso_2', label: 'Quem decide o recurso em 2ª instância', kind: 'text' },
      {
        name: 'nome_externo',
        label: 'Nome do outro sistema',
        kind: 'text',
        section: 'Recebimento em outro sistema',
        help: 'Por exemplo, Fala.BR. Com nome e endereço, a página leva o cidadão a ele no lugar do formulário; casos já registrados aqui seguem até o fim.',
      },
      {
        name: 'endereco_externo',
        label: 'Endereço do outro sistema',
        kind: 'text',
        pattern: [
          /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.[a-z]{2,}(:\d{1,5})?([/?#][^\s<>\\]*)?$/i,
          'O endereço começa com https:// e traz o nome do site, como https://falabr.cgu.gov.br/web/home.',
        ],
      },
      {
        name: 'meses_de_guarda',
        label: 'Meses de guarda depois do encerramento',
        kind: 'integer',
        min: 12,
        required: true,
        section: 'Guarda',
        help: 'Depois deles o caso aparece em “Guarda e eliminação”. O mínimo são 12 meses.',
      },
    ],
  },
];
