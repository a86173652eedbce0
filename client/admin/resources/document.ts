/** Documents of the transparency section. The form shows the fields that the chosen category names. */
import { routePath } from '../../../shared/routes/url.ts';
import type { ContentType, Field } from './content-type.ts';
import { idOf, MEASURE, publishedFields, textOf } from './fields.ts';

const OF_DOCUMENT = { parentColumn: 'documento_id', parentRelationship: 'documento', ordered: false } as const;

// What rows of a document say, in the form of the document and in their own.

export const INSPECTOR_FIELDS: readonly Field[] = [
  { name: 'pessoa_nome', label: 'Nome', kind: 'text', required: true },
  { name: 'portaria', label: 'Portaria', kind: 'text' },
  { name: 'inicio', label: 'Início', kind: 'date' },
  { name: 'fim', label: 'Fim', kind: 'date' },
];

export const PAYMENT_FIELDS: readonly Field[] = [
  { name: 'pago_em', label: 'Pago em', kind: 'date', required: true },
  { name: 'valor', label: 'Valor', kind: 'money', required: true },
  { name: 'referente_a', label: 'O que foi pago', kind: 'text', maxLength: 200 },
  { name: 'empenho', label: 'Nota de empenho', kind: 'text', maxLength: 40 },
];

export const NUMBER_FIELDS: readonly Field[] = [
  { name: 'indicador_codigo', label: 'O que é', kind: 'reference', to: 'indicador', required: true },
  { name: 'data_base', label: 'Dia a que se refere', kind: 'date', required: true },
  { name: 'valor', label: 'Valor', kind: 'decimal', size: MEASURE, required: true },
];

export const DOCUMENT: ContentType = {
  table: 'documento',
  one: 'documento',
  many: 'Documentos',
  group: 'Transparência',
  key: 'id',
  title: 'titulo',
  search: ['busca_texto'],
  order: { column: 'publicado_em', direction: 'DESC' },
  sorts: ['titulo', 'publicado_em'],
  columns: ['categoria_slug', 'numero', 'exercicio'],
  filters: ['categoria_slug', 'exercicio', 'tipo_id', 'situacao_id', 'orgao_id'],
  publication: {
    flag: 'publicado',
    since: { column: 'publicado_em', precision: 'day' },
    withdrawal: { column: 'retirado_em', precision: 'moment', reason: 'retirado_motivo' },
    substance: {
      fields: ['arquivos', 'url_externa'],
      lacking: 'Este documento não tem arquivo, nem endereço em outro portal: o público não encontra nele o que baixar.',
    },
  },
  profile: 'categoria_slug',
  madeFromFiles: true,
  publicPath: (row) => {
    const category = textOf(row, 'categoria_slug');
    return category === '' ? null : routePath('documento', { category, id: idOf(row) });
  },
  fields: [
    { name: 'categoria_slug', label: 'Categoria', kind: 'reference', to: 'categoria_documento', required: true },
    { name: 'titulo', label: 'Título', kind: 'text', required: true, help: 'Sem CPF completo: mostre só parte dele.' },
    {
      name: 'arquivos',
      label: 'Arquivos',
      kind: 'rows',
      section: 'Arquivos',
      rows: {
        ...OF_DOCUMENT,
        relationship: 'arquivos',
        table: 'documento_arquivo',
        ordered: true,
        fields: [
          { name: 'arquivo_id', label: 'Arquivo', kind: 'file', required: true },
          { name: 'papel', label: 'Papel', kind: 'vocabulary', table: 'papel_arquivo', required: true, initial: 'principal' },
          { name: 'rotulo', label: 'Rótulo', kind: 'text' },
        ],
      },
    },
    { name: 'numero', label: 'Número', kind: 'text', section: 'Identificação' },
    {
      name: 'exercicio',
      label: 'Exercício',
      kind: 'integer',
      min: 1988,
      max: 2100,
      help: 'Vazio, é tirado da primeira destas datas: fim da competência, ato, início da vigência, publicação. Sem nenhuma delas, preencha.',
    },
    { name: 'tipo_id', label: 'Tipo', kind: 'vocabulary', table: 'tipo_documento' },
    { name: 'modalidade', label: 'Modalidade', kind: 'text' },
    { name: 'competencia_inicio', label: 'Competência: início', kind: 'date' },
    { name: 'competencia_fim', label: 'Competência: fim', kind: 'date' },
    { name: 'data_ato', label: 'Data do ato', kind: 'date' },
    { name: 'ementa', label: 'Ementa', kind: 'long-text' },
    { name: 'resumo_simples', label: 'Em poucas palavras', kind: 'long-text', help: 'O que o documento diz, em linguagem simples.' },
    { name: 'orgao_id', label: 'Órgão', kind: 'reference', to: 'orgao_colegiado' },
    {
      name: 'reuniao_id',
      label: 'Reunião',
      kind: 'reference',
      to: 'reuniao',
      help: 'Se for a ata dela, escolha-a também no campo “Ata” da reunião: é por ele que a página do órgão leva à ata.',
    },
    { name: 'interessado', label: 'Interessado', kind: 'text' },
    { name: 'valor', label: 'Valor', kind: 'money' },
    { name: 'vigencia_inicio', label: 'Vigência: início', kind: 'date' },
    { name: 'vigencia_fim', label: 'Vigência: fim', kind: 'date' },
    { name: 'situacao_id', label: 'Situação', kind: 'vocabulary', table: 'situacao_documento' },
    { name: 'licitacao_id', label: 'Licitação', kind: 'reference', to: 'documento' },
    { name: 'pncp_id', label: 'Número no PNCP', kind: 'text' },
    { name: 'pncp_url', label: 'Endereço no PNCP', kind: 'url' },
    {
      name: 'fiscais',
      label: 'Fiscais do contrato',
      kind: 'rows',
      rows: { ...OF_DOCUMENT, relationship: 'fiscais', table: 'contrato_fiscal', fields: INSPECTOR_FIELDS },
    },
    {
      name: 'pagamentos',
      label: 'Pagamentos do contrato',
      kind: 'rows',
      help: 'Aparecem na página do contrato, na do processo de contratação e nos dados abertos.',
      rows: { ...OF_DOCUMENT, relationship: 'pagamentos', table: 'pagamento', fields: PAYMENT_FIELDS },
    },
    {
      name: 'numeros',
      label: 'Números do documento',
      kind: 'rows',
      help: 'Aparecem em tabela e gráfico na página do documento e em “Números da previdência”.',
      rows: { ...OF_DOCUMENT, relationship: 'numeros', table: 'numero_documento', fields: NUMBER_FIELDS },
    },
    { name: 'substitui_documento_id', label: 'Substitui o documento', kind: 'reference', to: 'documento', section: 'Relações e origem' },
    { name: 'revogado_por_documento_id', label: 'Revogado pelo documento', kind: 'reference', to: 'documento' },
    {
      name: 'relacoes',
      label: 'Outras relações',
      kind: 'rows',
      rows: {
        relationship: 'relacoes',
        table: 'documento_relacao',
        parentColumn: 'de_id',
        parentRelationship: 'de',
        ordered: false,
        fields: [
          { name: 'tipo', label: 'Relação', kind: 'vocabulary', table: 'tipo_relacao', required: true },
          { name: 'para_id', label: 'Documento', kind: 'reference', to: 'documento', required: true },
        ],
      },
    },
    { name: 'url_externa', label: 'Endereço em outro portal', kind: 'url' },
    { name: 'fonte', label: 'Fonte', kind: 'text' },
    { name: 'diario_oficial_edicao', label: 'Edição do Diário Oficial', kind: 'text' },
    { name: 'diario_oficial_url', label: 'Endereço do Diário Oficial', kind: 'url' },
    { name: 'ordem', label: 'Ordem', kind: 'integer', initial: 0 },
    {
      name: 'contem_dado_pessoal',
      label: 'É ato sobre uma pessoa',
      kind: 'boolean',
      initial: false,
      help: 'Sites de busca são avisados para não o listar, e o motivo de saúde não pode ser dito.',
    },
    {
      name: 'fora_da_busca_em',
      label: 'Sai da busca em',
      kind: 'date',
      help: 'Vazio, são cinco anos depois da publicação de um ato sobre uma pessoa. O endereço continua no ar.',
    },
    ...publishedFields('day'),
    {
      name: 'retirado_em',
      label: 'Retirado em',
      kind: 'date-time',
      section: 'Retirada',
      ofExisting: true,
      help: 'Um documento não é excluído: o endereço fica, com a data e o motivo da retirada.',
    },
    { name: 'retirado_motivo', label: 'Motivo da retirada', kind: 'long-text', ofExisting: true },
  ],
};
