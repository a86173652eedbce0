/** The key numbers of the documents as open data: one row for each value. */
import type { OperationResults } from '../graphql/generated/operations.ts';
import { routePath } from '../routes/url.ts';
import { changedAtColumn, type Dataset } from './dataset.ts';

export type NumberRow = NonNullable<OperationResults['DadosDosNumeros']['numero'][number]['numero_documento']>;

const UNIDADES_DE_MEDIDA: Readonly<Record<string, string>> = { reais: 'Reais', porcento: 'Por cento', quantidade: 'Quantidade' };

export const NUMEROS: Dataset<NumberRow> = {
  key: 'numeros',
  title: 'Números da previdência',
  description: 'Resultado atuarial, rentabilidade e meta, carteira por classe, receita, despesa e custo da administração, ano a ano.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente do valor no site.', example: '31', value: ({ id }) => id },
    {
      name: 'codigo',
      type: 'texto',
      meaning: 'Nome do que foi medido, que não muda.',
      example: 'atuarial_cobertura',
      value: ({ indicador }) => indicador.codigo,
    },
    { name: 'nome', type: 'texto', meaning: 'O que foi medido.', example: 'Cobertura', value: ({ indicador }) => indicador.nome },
    { name: 'grupo', type: 'texto', meaning: 'Assunto.', example: 'Resultado atuarial', value: ({ indicador }) => indicador.grupo },
    {
      name: 'medida',
      type: 'texto',
      meaning: 'Reais, por cento ou quantidade.',
      example: 'Por cento',
      value: ({ indicador }) => UNIDADES_DE_MEDIDA[indicador.unidade] ?? indicador.unidade,
    },
    {
      name: 'data_base',
      type: 'data',
      meaning: 'Dia a que o valor se refere.',
      example: '2025-12-31',
      value: ({ data_base }) => data_base,
    },
    {
      name: 'valor',
      type: 'decimal',
      meaning: 'Valor, na unidade da linha.',
      example: '66.7',
      value: ({ valor }) => String(valor),
    },
    {
      name: 'fonte',
      type: 'endereco',
      meaning: 'Documento de que o valor foi tirado.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/avaliacoes/12',
      value: ({ documento }, site) =>
        documento === null ? null : site + routePath('documento', { category: documento.categoria_slug, id: documento.id }),
    },
    changedAtColumn('2026-03-23T12:00:00Z'),
  ],
};
