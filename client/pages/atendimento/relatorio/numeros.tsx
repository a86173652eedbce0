import type { ReactElement } from 'react';
import { quadrosDoRelatorio } from '../../../../shared/atendimento/estatistica/quadros.ts';
import { type Canal, lerRelatorio } from '../../../../shared/atendimento/estatistica/relatorio.ts';
import { resumoDoRelatorio } from '../../../../shared/atendimento/estatistica/resumo.ts';
import { RelatorioDeCasosDocument } from '../../../../shared/graphql/generated/documents/RelatorioDeCasos.ts';
import { monthName } from '../../../../shared/locale/months.ts';
import { type ReportQuery, reportQueryString } from '../../../../shared/routes/report-search.ts';
import { useOperation } from '../../../apollo/use-operation.ts';
import { DateTime } from '../../../components/content/date-time/date-time.tsx';
import { Alert } from '../../../components/feedback/alert/alert.tsx';
import { EmptyFilteredList, EmptyState } from '../../../components/feedback/empty-state/empty-state.tsx';
import { Stack } from '../../../components/layout/column/column.tsx';
import { Section } from '../../../components/layout/section/section.tsx';
import { ReportFilters } from '../../../components/lists/report-filters/report-filters.tsx';
import { DataButtons } from '../../data-buttons.tsx';
import { MaisPedidos } from './mais-pedidos.tsx';
import { PorMes } from './por-mes.tsx';
import { QuadroDoRelatorio, SignificadoDasLinhas, Tabela } from './quadro.tsx';

interface Props {
  readonly canal: Canal;
  readonly caminho: string;
  readonly consulta: ReportQuery;
  /** What is counted: 'Manifestações recebidas'. */
  readonly nome: string;
}

const MESES = Array.from({ length: 12 }, (_nada, indice) => monthName(indice + 1));

/** The numbers of a channel: tables first, each with what it means. Before the first data there is a sentence instead. */
export function Numeros({ canal, caminho, consulta, nome }: Props): ReactElement {
  const dados = useOperation(RelatorioDeCasosDocument);
  const [situacao] = dados.relatorio_estatistico;
  const anos = situacao?.anos ?? [];
  const relatorio = lerRelatorio(dados.linha_do_relatorio);
  if (anos.length === 0) return <SemDados />;
  const resumo = resumoDoRelatorio(relatorio, canal);
  return (
    <Stack gap="l">
      {situacao?.demonstracao === true ? (
        <Alert tone="warning" title="Dados de demonstração">
          <p>Estes números são inventados, para mostrar como o relatório fica. Não são do instituto.</p>
        </Alert>
      ) : null}
      <ReportFilters path={caminho} query={consulta} availableYears={anos} months={MESES} />
      {relatorio.anos.length === 0 ? (
        <EmptyFilteredList q="" nouns={{ one: 'número', many: 'números' }} clearHref={caminho} />
      ) : (
        <>
          <Section title="Resumo" id="resumo">
            <p>{situacao?.dados_ate == null ? null : <DateTime date={situacao.dados_ate} prefix="Dados até" />}</p>
            <Tabela quadro={resumo} cabecalho="Número" />
            <SignificadoDasLinhas quadro={resumo} />
            <Arquivos caminho={caminho} consulta={consulta} />
          </Section>
          <MaisPedidos dados={dados} />
          <PorMes relatorio={relatorio} consulta={consulta} nome={nome} dimensao={canal === 'ouvidoria' ? 'tipo' : 'tipo_resposta'} />
          <Section title="Outros quadros" id="outros-quadros">
            <div>
              {quadrosDoRelatorio(relatorio, canal).map((quadro) => (
                <QuadroDoRelatorio key={quadro.id} quadro={quadro} />
              ))}
            </div>
          </Section>
        </>
      )}
    </Stack>
  );
}

function SemDados(): ReactElement {
  return (
    <EmptyState title="Ainda não há números" icon="lucide:calendar-clock">
      <p>O relatório aparece aqui com o primeiro caso registrado, ou quando os números dos anos anteriores forem publicados.</p>
    </EmptyState>
  );
}

function Arquivos({ caminho, consulta }: Pick<Props, 'caminho' | 'consulta'>): ReactElement {
  return (
    <div data-sem-impressao="">
      <DataButtons address={caminho + reportQueryString(consulta)} printLabel="Imprimir" />
    </div>
  );
}
