import type { ReactElement } from 'react';
import type { DocumentoCitadoFragment, PagamentosDoDocumentoFragment } from '../../../../shared/graphql/generated/operations.ts';
import { formatMoney } from '../../../../shared/locale/numbers.ts';
import { dataAddress } from '../../../../shared/routes/data-address.ts';
import { DateTime } from '../../content/date-time/date-time.tsx';
import { type Column, Table } from '../../content/table/table.tsx';
import { LinkDoDocumento } from '../detalhes-do-documento/detalhes-do-documento.tsx';

type Pagamento = PagamentosDoDocumentoFragment['pagamentos'][number];

/** A contract or amendment of which payments may be known. */
export type Pago = PagamentosDoDocumentoFragment & DocumentoCitadoFragment;

interface Linha extends Pagamento {
  readonly documento: DocumentoCitadoFragment;
}

const COLUNAS: readonly Column<Linha>[] = [
  { key: 'data', label: 'Data', rowHeader: true, cell: ({ pago_em }) => <DateTime date={pago_em} format="short" /> },
  { key: 'referente', label: 'O que foi pago', cell: ({ referente_a }) => referente_a },
  { key: 'empenho', label: 'Empenho', cell: ({ empenho }) => empenho },
  { key: 'valor', label: 'Valor', align: 'end', cell: ({ valor }) => formatMoney(valor) },
];

const CONTRATO: Column<Linha> = {
  key: 'contrato',
  label: 'Contrato',
  cell: ({ documento }) => <LinkDoDocumento documento={documento} />,
};

/** Returns how much was paid for some documents, and in how many payments. */
export function totalPago(documentos: readonly Pago[]): { readonly valor: number; readonly quantidade: number } {
  const somas = documentos.map(({ pagamentos_aggregate: { aggregate } }) => aggregate);
  return {
    valor: somas.reduce((soma, aggregate) => soma + (aggregate?.sum?.valor ?? 0), 0),
    quantidade: somas.reduce((soma, aggregate) => soma + (aggregate?.count ?? 0), 0),
  };
}

/** Payments as a table, the newest first; nothing where none is known. `comContrato` names the document of each. */
export function Pagamentos({
  documentos,
  comContrato = false,
}: {
  readonly documentos: readonly Pago[];
  readonly comContrato?: boolean;
}): ReactElement | null {
  const linhas = documentos
    .flatMap((documento) => documento.pagamentos.map((pagamento): Linha => ({ ...pagamento, documento })))
    .sort((a, b) => (a.pago_em === b.pago_em ? b.id - a.id : a.pago_em < b.pago_em ? 1 : -1));
  if (linhas.length === 0) return null;
  const { valor, quantidade } = totalPago(documentos);
  return (
    <>
      <p>
        {quantidade === 1 ? 'Um pagamento, de' : `${quantidade} pagamentos, que somam`} {formatMoney(valor)}.
        {linhas.length < quantidade ? (
          <>
            {' '}
            Aqui estão os mais novos; <a href={dataAddress('pagamentos', 'csv')}>todos estão nos dados abertos</a>.
          </>
        ) : null}
      </p>
      <Table
        caption="Pagamentos, do mais novo ao mais antigo"
        captionVisible={false}
        rows={linhas}
        rowKey={({ id }) => id}
        columns={comContrato ? [COLUNAS[0], CONTRATO, ...COLUNAS.slice(1)].filter((coluna) => coluna !== undefined) : COLUNAS}
      />
    </>
  );
}
