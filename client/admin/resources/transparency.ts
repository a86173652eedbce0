/** Documents, their categories, and what else the transparency section holds. */
import { routePath } from '../../../shared/routes/url.ts';
import type { ContentType } from './content-type.ts';
import { DOCUMENT } from './document.ts';
import { PROFILE_CHOICES } from './document-profile.ts';
import { shownField, textOf } from './fields.ts';

const GROUP = 'Transparência';

const PERIOD = [
  { name: 'competencia_inicio', label: 'Período: início', kind: 'date' },
  { name: 'competencia_fim', label: 'Período: fim', kind: 'date' },
] as const;

function categoryPage(slug: string): string | null {
  return slug === '' ? null : routePath('documentos', { category: slug });
}

export const TRANSPARENCY: readonly ContentType[] = [
  DOCUMENT,
  {
    table: 'declaracao_inexistencia',
    one: 'declaração de inexistência',
    many: 'Declarações de inexistência',
    group: GROUP,
    key: 'id',
    title: 'texto',
    search: ['texto', 'signatario'],
    order: { column: 'declarado_em', direction: 'DESC' },
    columns: ['categoria_slug', 'exercicio', 'declarado_em'],
    filters: ['categoria_slug', 'exercicio'],
    publication: { flag: 'publicado' },
    publicPath: (row) => categoryPage(textOf(row, 'categoria_slug')),
    about: 'Diz, com data e assinatura, que nada houve no período: vale como publicação da categoria.',
    fields: [
      { name: 'categoria_slug', label: 'Categoria', kind: 'reference', to: 'categoria_documento', required: true },
      { name: 'exercicio', label: 'Exercício', kind: 'integer', min: 1988, max: 2100, required: true },
      ...PERIOD,
      { name: 'texto', label: 'Texto', kind: 'long-text', required: true },
      { name: 'signatario', label: 'Quem assina', kind: 'text', required: true },
      { name: 'cargo', label: 'Cargo', kind: 'text', required: true },
      { name: 'declarado_em', label: 'Declarada em', kind: 'date', required: true },
      { name: 'arquivo_id', label: 'Arquivo', kind: 'file' },
      shownField('Publicada'),
    ],
  },
  {
    table: 'categoria_documento',
    one: 'categoria de documento',
    many: 'Categorias de documento',
    group: GROUP,
    key: 'slug',
    title: 'rotulo',
    search: ['rotulo', 'descricao'],
    order: { column: 'ordem', direction: 'ASC' },
    columns: ['secao_id', 'periodicidade'],
    filters: ['secao_id', 'periodicidade'],
    publication: { flag: 'ativo' },
    publicPath: (row) => categoryPage(textOf(row, 'slug')),
    fields: [
      { name: 'slug', label: 'Endereço, depois de /lai/documentos/', kind: 'text', fixed: true, required: true },
      { name: 'rotulo', label: 'Rótulo', kind: 'text', required: true },
      { name: 'rotulo_curto', label: 'Rótulo curto', kind: 'text', required: true },
      { name: 'secao_id', label: 'Seção', kind: 'reference', to: 'secao_lai', required: true },
      { name: 'descricao', label: 'Descrição', kind: 'long-text', required: true },
      { name: 'ajuda_html', label: 'Ajuda', kind: 'html' },
      { name: 'base_legal', label: 'Base legal', kind: 'long-text' },
      { name: 'periodicidade', label: 'Ritmo', kind: 'vocabulary', table: 'periodicidade', required: true, section: 'Prazo' },
      {
        name: 'prazo_dias_apos_periodo',
        label: 'Prazo, em dias depois do período',
        kind: 'integer',
        min: -366,
        max: 730,
        help: 'Negativo quando o documento sai antes do fim do período.',
      },
      { name: 'responsavel_unidade_id', label: 'Unidade responsável', kind: 'reference', to: 'unidade' },
      {
        name: 'campos',
        label: 'Campos, na ordem em que aparecem',
        kind: 'names',
        choices: PROFILE_CHOICES,
        required: true,
        initial: [],
        section: 'Campos',
      },
      { name: 'admite_declaracao', label: 'Admite declaração de inexistência', kind: 'boolean', initial: false },
      { name: 'codigos_pntp', label: 'Critérios do PNTP', kind: 'texts', initial: [] },
      { name: 'item_pro_gestao', label: 'Item do Pró-Gestão', kind: 'reference', to: 'progestao_item' },
      { name: 'ordem', label: 'Ordem', kind: 'integer', initial: 0 },
      { name: 'ativo', label: 'Ativa', kind: 'boolean', initial: true, section: 'Publicação' },
    ],
  },
  {
    table: 'secao_lai',
    one: 'seção da transparência',
    many: 'Seções da transparência',
    group: GROUP,
    key: 'id',
    title: 'nome',
    search: ['nome'],
    order: { column: 'ordem', direction: 'ASC' },
    columns: ['so_links', 'ordem'],
    filters: [],
    publicPath: () => routePath('lai'),
    fields: [
      { name: 'nome', label: 'Nome', kind: 'text', required: true },
      { name: 'descricao', label: 'Descrição', kind: 'long-text', required: true },
      { name: 'icone', label: 'Ícone', kind: 'text', help: 'Nome de um ícone do conjunto Lucide, como “users”.' },
      { name: 'so_links', label: 'Só links, sem documentos', kind: 'boolean', initial: false },
      { name: 'ordem', label: 'Ordem', kind: 'integer', initial: 0 },
    ],
  },
  {
    table: 'instituicao_credenciada',
    one: 'instituição credenciada',
    many: 'Instituições credenciadas',
    group: GROUP,
    key: 'id',
    title: 'nome',
    search: ['nome', 'cnpj'],
    order: { column: 'nome', direction: 'ASC' },
    columns: ['cnpj', 'valido_ate'],
    filters: [],
    fields: [
      { name: 'nome', label: 'Nome', kind: 'text', required: true },
      { name: 'cnpj', label: 'CNPJ', kind: 'text', required: true },
      { name: 'tipo', label: 'Tipo', kind: 'text' },
      { name: 'credenciado_em', label: 'Credenciada em', kind: 'date' },
      { name: 'valido_ate', label: 'Válida até', kind: 'date' },
      { name: 'documento_id', label: 'Documento do credenciamento', kind: 'reference', to: 'documento' },
    ],
  },
  {
    table: 'contrato_fiscal',
    one: 'fiscal de contrato',
    many: 'Fiscais de contrato',
    group: GROUP,
    key: 'id',
    title: 'pessoa_nome',
    search: ['pessoa_nome', 'portaria'],
    order: { column: 'inicio', direction: 'DESC' },
    columns: ['documento_id', 'inicio', 'fim'],
    filters: ['documento_id'],
    fields: [
      { name: 'documento_id', label: 'Contrato', kind: 'reference', to: 'documento', required: true },
      { name: 'pessoa_nome', label: 'Nome', kind: 'text', required: true },
      { name: 'portaria', label: 'Portaria', kind: 'text' },
      { name: 'inicio', label: 'Início', kind: 'date' },
      { name: 'fim', label: 'Fim', kind: 'date' },
    ],
  },
];
