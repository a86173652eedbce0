/** The documents of the transparency section as open data: one row a document, with its main file. */
import { fileUrl } from '../files/file-url.ts';
import type { DocumentoDosDadosFragment } from '../graphql/generated/operations.ts';
import { processoDe } from '../routes/familias/compras.ts';
import { routePath } from '../routes/url.ts';
import { changedAtColumn, type Dataset } from './dataset.ts';

export type DocumentRow = DocumentoDosDadosFragment;

type File = DocumentRow['arquivos'][number]['arquivo'];

function pageOf({ id, categoria_slug }: Pick<DocumentRow, 'id' | 'categoria_slug'>): string {
  return routePath('documento', { category: categoria_slug, id });
}

function mainFile({ arquivos }: DocumentRow): File | null {
  return arquivos[0]?.arquivo ?? null;
}

function otherFiles({ arquivos }: DocumentRow, site: string): string | null {
  const addresses = arquivos.slice(1).map(({ arquivo_id }) => site + fileUrl(arquivo_id));
  return addresses.length === 0 ? null : addresses.join(' ');
}

function addressOfFile(row: DocumentRow, site: string): string | null {
  const file = mainFile(row);
  return file === null ? null : site + fileUrl(file.id);
}

export const DOCUMENTOS: Dataset<DocumentRow> = {
  key: 'documentos',
  title: 'Documentos da transparência',
  description: 'Cada documento publicado, com datas, situação, valores e o endereço do arquivo.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente do documento no site.', example: '1042', value: ({ id }) => id },
    {
      name: 'categoria',
      type: 'texto',
      meaning: 'Assunto do documento, como aparece no endereço da lista.',
      example: 'leis',
      value: ({ categoria_slug }) => categoria_slug,
    },
    {
      name: 'titulo',
      type: 'texto',
      meaning: 'Título do documento.',
      example: 'Ata da 3ª reunião ordinária',
      value: ({ titulo }) => titulo,
    },
    {
      name: 'tipo',
      type: 'texto',
      meaning: 'Espécie do documento dentro do assunto.',
      example: 'Portaria',
      value: ({ tipo }) => tipo?.rotulo ?? null,
    },
    { name: 'numero', type: 'texto', meaning: 'Número oficial.', example: '12/2026', value: ({ numero }) => numero },
    {
      name: 'exercicio',
      type: 'inteiro',
      meaning: 'Ano a que o documento se refere.',
      example: '2026',
      value: ({ exercicio }) => exercicio,
    },
    {
      name: 'competencia_inicio',
      type: 'data',
      meaning: 'Primeiro dia do período de que o documento trata.',
      example: '2026-01-01',
      value: ({ competencia_inicio }) => competencia_inicio,
    },
    {
      name: 'competencia_fim',
      type: 'data',
      meaning: 'Último dia do período de que o documento trata.',
      example: '2026-01-31',
      value: ({ competencia_fim }) => competencia_fim,
    },
    {
      name: 'data_ato',
      type: 'data',
      meaning: 'Dia em que o documento foi assinado ou o ato ocorreu.',
      example: '2026-02-10',
      value: ({ data_ato }) => data_ato,
    },
    {
      name: 'publicado_em',
      type: 'data',
      meaning: 'Dia em que o documento apareceu no site.',
      example: '2026-02-12',
      value: ({ publicado_em }) => publicado_em,
    },
    changedAtColumn('2026-02-12T13:20:00Z'),
    {
      name: 'situacao',
      type: 'texto',
      meaning: 'Situação do documento, por exemplo vigente ou revogado.',
      example: 'Vigente',
      value: ({ situacao }) => situacao?.rotulo ?? null,
    },
    {
      name: 'orgao',
      type: 'texto',
      meaning: 'Órgão colegiado a que o documento pertence.',
      example: 'Conselho Fiscal',
      value: ({ orgao }) => orgao?.nome ?? null,
    },
    { name: 'ementa', type: 'texto', meaning: 'Ementa oficial.', example: 'Aprova o plano anual.', value: ({ ementa }) => ementa },
    {
      name: 'resumo',
      type: 'texto',
      meaning: 'Resumo em linguagem simples.',
      example: 'O plano diz onde o dinheiro será aplicado.',
      value: ({ resumo_simples }) => resumo_simples,
    },
    {
      name: 'modalidade',
      type: 'texto',
      meaning: 'Modalidade da licitação ou da contratação.',
      example: 'Pregão eletrônico',
      value: ({ modalidade }) => modalidade,
    },
    {
      name: 'interessado',
      type: 'texto',
      meaning: 'Fornecedor ou outra parte interessada.',
      example: 'Papelaria do Centro Ltda.',
      value: ({ interessado }) => interessado,
    },
    {
      name: 'valor',
      type: 'decimal',
      meaning: 'Valor em reais.',
      example: '12500.00',
      value: ({ valor }) => (valor === null ? null : String(valor)),
    },
    {
      name: 'vigencia_inicio',
      type: 'data',
      meaning: 'Primeiro dia em que o ato ou o contrato vale.',
      example: '2026-03-01',
      value: ({ vigencia_inicio }) => vigencia_inicio,
    },
    {
      name: 'vigencia_fim',
      type: 'data',
      meaning: 'Último dia em que o ato ou o contrato vale.',
      example: '2027-02-28',
      value: ({ vigencia_fim }) => vigencia_fim,
    },
    {
      name: 'pncp',
      type: 'endereco',
      meaning: 'Endereço no Portal Nacional de Contratações Públicas.',
      example: 'https://pncp.gov.br/app/contratos/1',
      value: ({ pncp_url }) => pncp_url,
    },
    {
      name: 'processo',
      type: 'endereco',
      meaning: 'Endereço do processo de contratação a que o documento pertence.',
      example: 'https://previdencia.exemplo.gov.br/lai/processos/1042',
      value: (row, site) => {
        const id = processoDe(row, [row.licitacao]);
        return id === null ? null : site + routePath('processo', { id });
      },
    },
    { name: 'fonte', type: 'texto', meaning: 'De onde vem o documento.', example: 'CADPREV', value: ({ fonte }) => fonte },
    {
      name: 'diario_oficial',
      type: 'texto',
      meaning: 'Edição do Diário Oficial que trouxe o ato.',
      example: '3.214, de 12/02/2026',
      value: ({ diario_oficial_edicao }) => diario_oficial_edicao,
    },
    {
      name: 'diario_oficial_endereco',
      type: 'endereco',
      meaning: 'Endereço dessa edição.',
      example: 'https://diario.exemplo.gov.br/3214',
      value: ({ diario_oficial_url }) => diario_oficial_url,
    },
    {
      name: 'pagina',
      type: 'endereco',
      meaning: 'Endereço permanente da página do documento.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/atas/1042',
      value: (row, site) => site + pageOf(row),
    },
    {
      name: 'arquivo',
      type: 'endereco',
      meaning: 'Endereço do arquivo principal.',
      example: 'https://previdencia.exemplo.gov.br/nhostprovider/0b6e…',
      value: addressOfFile,
    },
    {
      name: 'arquivo_nome',
      type: 'texto',
      meaning: 'Nome do arquivo principal.',
      example: 'ata-3-2026.pdf',
      value: (row) => mainFile(row)?.nome ?? null,
    },
    {
      name: 'arquivo_tipo',
      type: 'texto',
      meaning: 'Tipo do arquivo principal (MIME).',
      example: 'application/pdf',
      value: (row) => mainFile(row)?.mime ?? null,
    },
    {
      name: 'arquivo_bytes',
      type: 'inteiro',
      meaning: 'Tamanho do arquivo principal.',
      example: '184320',
      value: (row) => mainFile(row)?.tamanho_bytes ?? null,
    },
    {
      name: 'arquivo_paginas',
      type: 'inteiro',
      meaning: 'Páginas do arquivo principal.',
      example: '4',
      value: (row) => mainFile(row)?.paginas ?? null,
    },
    {
      name: 'arquivo_sha256',
      type: 'texto',
      meaning: 'Soma SHA-256 do arquivo principal, para conferir que ele não mudou.',
      example: '9f86d081884c7d65…',
      value: (row) => mainFile(row)?.sha256 ?? null,
    },
    {
      name: 'outros_arquivos',
      type: 'texto',
      meaning: 'Endereços dos demais arquivos, separados por espaço.',
      example: 'https://previdencia.exemplo.gov.br/nhostprovider/7c1d…',
      value: otherFiles,
    },
    {
      name: 'substitui',
      type: 'endereco',
      meaning: 'Endereço da página do documento que este substitui.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/atas/1038',
      value: ({ substitui }, site) => (substitui === null ? null : site + pageOf(substitui)),
    },
    {
      name: 'revogado_por',
      type: 'endereco',
      meaning: 'Endereço da página do documento que revoga este.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/leis/1051',
      value: ({ revogado_por }, site) => (revogado_por === null ? null : site + pageOf(revogado_por)),
    },
  ],
  entry: (row) => {
    const file = mainFile(row);
    return {
      path: pageOf(row),
      title: row.titulo,
      summary: row.resumo_simples ?? row.ementa,
      published: row.publicado_em,
      updated: row.atualizado_em,
      indexable: !row.contem_dado_pessoal,
      file: file === null ? null : { path: fileUrl(file.id), type: file.mime, bytes: file.tamanho_bytes },
    };
  },
};
