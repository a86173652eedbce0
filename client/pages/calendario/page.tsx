import type { ReactElement } from 'react';
import { CalendarioDocument } from '../../../shared/graphql/generated/documents/Calendario.ts';
import type { DataDoCalendarioFragment } from '../../../shared/graphql/generated/operations.ts';
import { exportUrl, routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Opening } from '../../components/layout/page-opening/page-opening.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton, PrintButton } from '../../components/navigation/button/button.tsx';
import { LatePart } from '../late-part.tsx';

type Data = DataDoCalendarioFragment;

const TITULO: Column<Data> = { key: 'titulo', label: 'O que é', rowHeader: true, cell: ({ titulo }) => titulo };
const OBSERVACAO: Column<Data> = { key: 'observacao', label: 'Observação', cell: ({ observacao }) => observacao };

const PAGAMENTOS: readonly Column<Data>[] = [
  TITULO,
  { key: 'dia', label: 'Dia do depósito', cell: ({ inicio }) => <DateTime date={inicio} format="weekday" /> },
  OBSERVACAO,
];

const PERIODOS: readonly Column<Data>[] = [
  TITULO,
  { key: 'de', label: 'Começa em', cell: ({ inicio }) => <DateTime date={inicio} /> },
  { key: 'ate', label: 'Termina em', cell: ({ inicio, fim }) => <DateTime date={fim ?? inicio} /> },
  OBSERVACAO,
];

const PASSADAS: readonly Column<Data>[] = [
  TITULO,
  { key: 'inicio', label: 'Dia ou começo', cell: ({ inicio }) => <DateTime date={inicio} format="short" /> },
  { key: 'fim', label: 'Fim', cell: ({ fim }) => (fim === null ? 'No mesmo dia' : <DateTime date={fim} format="short" />) },
];

export function PageOpening(): ReactElement {
  return <Opening lead="Os dias em que os benefícios são depositados e os meses da prova de vida." />;
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={CalendarioDocument} shape="text">
      <Calendario />
    </LatePart>
  );
}

function Calendario(): ReactElement {
  const { pagamentos, periodos, passadas } = useOperation(CalendarioDocument);
  if (pagamentos.length + periodos.length + passadas.length === 0) {
    return <EmptyState title="O calendário ainda não foi publicado" icon="lucide:calendar" />;
  }
  return (
    <Stack gap="l">
      <Section title="Pagamentos" id="pagamentos">
        <Datas legenda="Próximos pagamentos" colunas={PAGAMENTOS} datas={pagamentos} />
      </Section>
      <Section title="Prova de vida" id="prova-de-vida">
        <Datas legenda="Próximos períodos da prova de vida" colunas={PERIODOS} datas={periodos} />
      </Section>
      <Section title="Na sua agenda" id="na-sua-agenda">
        <p>
          Copie o endereço do arquivo iCalendar para o programa de agenda do celular ou do computador: as datas novas e as que mudarem
          aparecem nele. O CSV e o JSON têm as mesmas datas para planilhas e programas.
        </p>
        <Row>
          <LinkButton href={exportUrl(routePath('calendario'), 'ics')} variant="secondary" icon="lucide:calendar" reload>
            Assinar (iCalendar)
          </LinkButton>
          <LinkButton href={exportUrl(routePath('calendario'), 'csv')} variant="secondary" icon="lucide:download" reload>
            Baixar em CSV
          </LinkButton>
          <LinkButton href={exportUrl(routePath('calendario'), 'json')} variant="secondary" icon="lucide:download" reload>
            Baixar em JSON
          </LinkButton>
          <PrintButton label="Imprimir esta página" />
        </Row>
      </Section>
      {passadas.length === 0 ? null : (
        <Accordion title="Datas que já passaram">
          <Datas legenda="As últimas datas, a mais nova antes" colunas={PASSADAS} datas={passadas} />
        </Accordion>
      )}
    </Stack>
  );
}

interface PropsDasDatas {
  readonly legenda: string;
  readonly colunas: readonly Column<Data>[];
  readonly datas: readonly Data[];
}

function Datas({ legenda, colunas, datas }: PropsDasDatas): ReactElement {
  return (
    <Table
      caption={legenda}
      captionVisible={false}
      columns={colunas}
      rows={datas}
      rowKey={({ id }) => id}
      emptyText="Nenhuma data marcada."
    />
  );
}
