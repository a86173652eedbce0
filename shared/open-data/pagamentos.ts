/** What was paid for contracts and amendments as open data: one row for each payment. */
import type { OperationResults } from '../graphql/generated/operations.ts';
import { processoDe } from '../routes/familias/compras.ts';
import { routePath } from '../routes/url.ts';
import { changedAtColumn, type Dataset } from './dataset.ts';

export type PaymentRow = NonNullable<OperationResults['DadosDosPagamentos']['pagamento'][number]['pagamento']>;

export const PAGAMENTOS: Dataset<PaymentRow> = {
  key: 'pagamentos',
  title: 'Pagamentos de contratos',
  description: 'Cada pagamento feito por um contrato ou aditivo, com o fornecedor, o valor e o processo de contratação.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente do pagamento no site.', example: '211', value: ({ id }) => id },
    { name: 'pago_em', type: 'data', meaning: 'Dia do pagamento.', example: '2026-03-10', value: ({ pago_em }) => pago_em },
    {
      name: 'valor',
      type: 'decimal',
      meaning: 'Valor em reais.',
      example: '18970.75',
      value: ({ valor }) => String(valor),
    },
    {
      name: 'fornecedor',
      type: 'texto',
      meaning: 'Quem recebeu.',
      example: 'Papelaria do Centro Ltda.',
      value: ({ documento }) => documento?.interessado ?? null,
    },
    { name: 'empenho', type: 'texto', meaning: 'Número da nota de empenho.', example: '2026/0031', value: ({ empenho }) => empenho },
    {
      name: 'referente_a',
      type: 'texto',
      meaning: 'O que foi pago.',
      example: 'Parcela 2 de 12',
      value: ({ referente_a }) => referente_a,
    },
    {
      name: 'contrato',
      type: 'endereco',
      meaning: 'Página do contrato ou do aditivo.',
      example: 'https://previdencia.exemplo.gov.br/lai/documentos/contratos/12',
      value: ({ documento }, site) =>
        documento === null ? null : site + routePath('documento', { category: documento.categoria_slug, id: documento.id }),
    },
    {
      name: 'processo',
      type: 'endereco',
      meaning: 'Página do processo de contratação.',
      example: 'https://previdencia.exemplo.gov.br/lai/processos/1042',
      value: ({ documento }, site) => {
        const id = documento === null ? null : processoDe(documento, [documento.licitacao]);
        return id === null ? null : site + routePath('processo', { id });
      },
    },
    changedAtColumn('2026-03-10T12:00:00Z'),
  ],
};
