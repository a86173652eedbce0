import type { ReactElement } from 'react';
import { CalendarioDocument } from '../../../shared/graphql/generated/documents/Calendario.ts';
import type { DataDoCalendarioFragment } from '../../../shared/graphql/generated/operations.ts';
import { isWholeMonth } from '../../../shared/locale/dates.ts';
import { exportUrl, routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { DataButtons } from '../data-buttons.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { NotYetPublished } from '../not-yet-published.tsx';
import styles from './calendario.module.css';

type Data = DataDoCalendarioFragment;

const TITULO: Column<Data> = { key: 'titulo', label: 'O que é', rowHeader: true, cell: ({ titulo }) => titulo };

/** What few dates say of themselves stands under the date: a column of its own would be empty, and too narrow on phones. */
function observada(data: (data: Data) => ReactElement): Column<Data>['cell'] {
  return (row) => (
    <>
      {data(row)}
      {row.observacao === null ? null : <p className={styles.observacao}>{row.observacao}</p>}
    </>
  );
}

const PAGAMENTOS: readonly Column<Data>[] = [
  TITULO,
  { key: 'dia', label: 'Dia do depósito', cell: observada(({ inicio }) => <DateTime date={inicio} format="weekday" />) },
];

const PERIODOS: readonly Column<Data>[] = [
  TITULO,
  { key: 'prazo', label: 'Quando', cell: observada(({ inicio, fim }) => <Prazo inicio={inicio} fim={fim} />) },
];

function Prazo({ inicio, fim }: Pick<Data, 'inicio' | 'fim'>): ReactElement {
  if (isWholeMonth(inicio, fim)) return <DateTime date={inicio} format="month" />;
  return (
    <>
      <DateTime date={inicio} />
      {fim === null ? null : (
        <>
          {' '}
          <DateTime date={fim} prefix="a" />
        </>
      )}
    </>
  );
}

const PASSADAS: readonly Column<Data>[] = [
  TITULO,
  { key: 'inicio', label: 'Dia ou começo', cell: ({ inicio }) => <DateTime date={inicio} format="short" /> },
  { key: 'fim', label: 'Fim', cell: ({ fim }) => (fim === null ? 'No mesmo dia' : <DateTime date={fim} format="short" />) },
];

export function PageOpening(): ReactElement {
  return (
    <>
      <PageIntro lead="Os dias em que o instituto deposita os benefícios e os meses da prova de vida." />
      <HeaderPart of={CalendarioDocument}>
        <Proximas />
      </HeaderPart>
    </>
  );
}

/** What most visitors came for: the next day of payment, and whose month it is. */
function Proximas(): ReactElement {
  const { pagamentos, periodos } = useOperation(CalendarioDocument);
  const [pagamento, periodo] = [pagamentos[0], periodos[0]];
  return (
    <PageIntro
      facts={{
        pagamento: pagamento === undefined ? null : <DateTime date={pagamento.inicio} format="weekday" prefix="Próximo pagamento:" />,
        prova: periodo === undefined ? null : periodo.titulo,
      }}
    />
  );
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
    return <NotYetPublished what="o calendário" icon="lucide:calendar" />;
  }
  const comum = observacaoComum(periodos);
  return (
    <Stack gap="l">
      <Section title="Pagamentos" id="pagamentos">
        <Datas legenda="Próximos pagamentos" colunas={PAGAMENTOS} datas={pagamentos} />
      </Section>
      <Section title="Prova de vida" id="prova-de-vida">
        {comum === null ? null : <p>{comum}</p>}
        <Datas
          legenda="Próximos períodos da prova de vida"
          colunas={PERIODOS}
          datas={comum === null ? periodos : periodos.map((periodo) => ({ ...periodo, observacao: null }))}
        />
      </Section>
      <Section title="Na sua agenda" id="na-sua-agenda">
        <p>
          Copie o endereço do arquivo iCalendar para a agenda do celular ou do computador. As datas novas e as que mudarem aparecem nela. O
          CSV e o JSON têm as mesmas datas para planilhas e programas.
        </p>
        <DataButtons address={routePath('calendario')} printLabel="Imprimir esta página">
          <LinkButton href={exportUrl(routePath('calendario'), 'ics')} variant="secondary" icon="lucide:calendar" reload>
            Assinar (iCalendar)
          </LinkButton>
        </DataButtons>
      </Section>
      {passadas.length === 0 ? null : (
        <Accordion title="Datas que já passaram" printsOnlyOpen>
          <Datas legenda="As últimas datas, a mais nova antes" colunas={PASSADAS} datas={passadas} />
        </Accordion>
      )}
    </Stack>
  );
}

/** What all dates say alike is said once; null where they differ or say nothing. */
function observacaoComum(datas: readonly Data[]): string | null {
  const [primeira] = datas;
  return primeira !== undefined && datas.every(({ observacao }) => observacao === primeira.observacao) ? primeira.observacao : null;
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
