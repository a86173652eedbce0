import type { ReactElement } from 'react';
import { processThread } from '../../../shared/content/process-thread.ts';
import { ProcessoDocument } from '../../../shared/graphql/generated/documents/Processo.ts';
import type { OperationResults, PecaDoProcessoFragment } from '../../../shared/graphql/generated/operations.ts';
import { formatPeriod } from '../../../shared/locale/dates.ts';
import { formatMoney, joinWithAnd } from '../../../shared/locale/numbers.ts';
import { exportUrl, routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { detalhesDoDocumento, LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Pagamentos, totalPago } from '../../components/documents/pagamentos/pagamentos.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton, PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';

type Edital = NonNullable<OperationResults['Processo']['documento_by_pk']>;
type Peca = PecaDoProcessoFragment;

function pecasDo(edital: Edital): readonly Peca[] {
  return processThread<Peca>(edital);
}

export function PageOpening(): ReactElement | null {
  const edital = useOperation(ProcessoDocument).documento_by_pk;
  if (edital === null) return null;
  const { data_ato, situacao, resumo_simples, ementa } = edital;
  return (
    <PageIntro
      lead={resumo_simples ?? ementa}
      facts={{ data: data_ato === null ? null : <DateTime date={data_ato} />, situacao: situacao?.rotulo ?? null }}
    />
  );
}

const COLUNAS: readonly Column<Peca>[] = [
  {
    key: 'data',
    label: 'Data',
    cell: ({ data_ato, publicado_em }) => {
      const data = data_ato ?? publicado_em;
      return data === null ? null : <DateTime date={data} format="short" />;
    },
  },
  { key: 'documento', label: 'Documento', width: 'wide', rowHeader: true, cell: (peca) => <LinkDoDocumento documento={peca} /> },
  {
    key: 'fornecedor',
    label: 'Fornecedor e vigência',
    cell: ({ interessado, vigencia_inicio, vigencia_fim }) =>
      [interessado, formatPeriod(vigencia_inicio, vigencia_fim)].filter((fato) => fato !== null && fato !== '').join(', '),
  },
  { key: 'situacao', label: 'Situação', cell: ({ situacao }) => situacao?.rotulo },
  { key: 'valor', label: 'Valor', align: 'end', cell: ({ valor }) => (valor === null ? null : formatMoney(valor)) },
];

/** A purchase from its notice to its last payment. The route refuses one that does not exist, so there is always one here. */
export function PageComponent(): ReactElement | null {
  const edital = useOperation(ProcessoDocument).documento_by_pk;
  if (edital === null) return null;
  const pecas = pecasDo(edital);
  const fornecedores = [...new Set(pecas.flatMap(({ interessado }) => (interessado === null ? [] : [interessado])))];
  const { valor, quantidade } = totalPago(pecas);
  const path = routePath('processo', { id: edital.id });
  return (
    <Stack gap="l">
      <Section title="Resumo" id="resumo">
        <DescriptionList
          columns
          items={[
            ...detalhesDoDocumento(edital, ['numero', 'modalidade']),
            { label: 'Valor estimado', value: edital.valor === null ? null : formatMoney(edital.valor) },
            { label: fornecedores.length > 1 ? 'Fornecedores' : 'Fornecedor', value: joinWithAnd(fornecedores) },
            { label: 'Pago até agora', value: quantidade === 0 ? 'Nenhum pagamento publicado' : formatMoney(valor) },
            ...detalhesDoDocumento(edital, ['pncp']),
          ]}
        />
      </Section>
      <Section title="Documentos, em ordem" id="documentos">
        <Table
          caption="Documentos do processo, do primeiro ao último"
          captionVisible={false}
          columns={COLUNAS}
          rows={pecas}
          rowKey={({ id }) => id}
        />
      </Section>
      {quantidade === 0 ? null : (
        <Section title="Pagamentos" id="pagamentos">
          <Pagamentos documentos={pecas} comContrato />
        </Section>
      )}
      <Row>
        <LinkButton href={exportUrl(path, 'csv')} variant="secondary" icon="lucide:download" reload>
          Documentos em CSV
        </LinkButton>
        <LinkButton href={exportUrl(path, 'json')} variant="secondary" icon="lucide:download" reload>
          Documentos em JSON
        </LinkButton>
        <LinkButton href={exportUrl(path, 'atom')} variant="secondary" reload>
          Acompanhar por Atom
        </LinkButton>
        <PrintButton label="Imprimir esta página" />
        <ArrowLink href={routePath('documentos', { category: edital.categoria_slug })}>Todas as contratações</ArrowLink>
      </Row>
    </Stack>
  );
}
