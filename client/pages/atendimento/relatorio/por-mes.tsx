import type { ReactElement } from 'react';
import { type LinhaDoQuadro, type Quadro, quadroDoAno, quadroPorMes } from '../../../../shared/atendimento/estatistica/quadros.ts';
import type { Relatorio } from '../../../../shared/atendimento/estatistica/relatorio.ts';
import { monthName } from '../../../../shared/locale/months.ts';
import { formatNumber } from '../../../../shared/locale/numbers.ts';
import type { ReportQuery } from '../../../../shared/routes/report-search.ts';
import type { Point } from '../../../components/charts/chart-scale.ts';
import { LineChart } from '../../../components/charts/line-chart/line-chart.tsx';
import { Accordion } from '../../../components/content/accordion/accordion.tsx';
import { type Column, Table } from '../../../components/content/table/table.tsx';
import { Section } from '../../../components/layout/section/section.tsx';
import { Tabela } from './quadro.tsx';
import styles from './relatorio.module.css';

/** More lines than these cannot be told apart. */
const MAIS_LINHAS = 3;

interface Props {
  readonly relatorio: Relatorio;
  readonly consulta: ReportQuery;
  readonly nome: string;
  /** Dimension of the tables by month. */
  readonly dimensao: 'tipo' | 'tipo_resposta';
}

/** What came in by month, and by month and type. Where months would show small numbers there are quarters or half-years. */
export function PorMes({ relatorio, consulta, nome, dimensao }: Props): ReactElement | null {
  const definicao =
    'Conta o mês em que o caso foi registrado. Quando algum mês tem menos de 5 casos, mostramos os anos por trimestre ou semestre.';
  const quadro = quadroPorMes(relatorio, `${nome} por mês`, definicao);
  if (quadro === null) return null;
  return (
    <Section title="Por mês" id="por-mes">
      <Tabela quadro={quadro} cabecalho="Mês" />
      <p className={styles.definicao}>{definicao}</p>
      <Linhas quadro={quadro} consulta={consulta} nome={nome} />
      {relatorio.anos.every((ano) => relatorio.serie(dimensao, ano).length === 0) ? (
        <p className={styles.definicao}>
          Por {dimensao === 'tipo' ? 'tipo' : 'tipo de resposta'} e mês os números seriam menores que 5 em todos estes anos: mostramos só o
          ano inteiro.
        </p>
      ) : null}
      <div>
        {[...relatorio.anos].reverse().map((ano) => (
          <PorTipo key={ano} relatorio={relatorio} dimensao={dimensao} ano={ano} />
        ))}
      </div>
    </Section>
  );
}

function Linhas({ quadro, consulta: { from, to }, nome }: Pick<Props, 'consulta' | 'nome'> & { readonly quadro: Quadro }): ReactElement {
  const linhas = quadro.colunas
    .map(({ rotulo }, indice) => ({ name: rotulo, points: quadro.linhas.flatMap((linha) => pontoDe(linha, indice)) }))
    .slice(-MAIS_LINHAS);
  const nomes = Array.from({ length: 12 }, (_nada, indice) => monthName(indice + 1).slice(0, 3));
  const pontos = linhas.flatMap(({ points }) => points.map(({ x }) => x));
  const texto = linhas.map(
    ({ name, points }) =>
      `em ${name}, de ${formatNumber(Math.min(...points.map(({ y }) => y)))} a ${formatNumber(Math.max(...points.map(({ y }) => y)))} por mês`,
  );
  return (
    <figure className={styles.grafico}>
      <LineChart
        label={`Gráfico de linhas: ${nome} por mês; ${texto.join('; ')}.`}
        lines={linhas}
        places={nomes}
        from={Math.min(from, ...pontos.map(Math.floor))}
        to={Math.max(to, ...pontos.map(Math.ceil))}
        formatValue={(valor) => formatNumber(valor)}
      />
      <figcaption>
        Gráfico: {nome.toLowerCase()} por mês, com os números da tabela. Onde há trimestres ou semestres, a linha mostra a média por mês.
      </figcaption>
    </figure>
  );
}

/** The average month of a step, in its middle. */
function pontoDe({ meses, quantidades }: LinhaDoQuadro, coluna: number): readonly Point[] {
  const numero = quantidades[coluna]?.maximo;
  if (numero === undefined || meses === undefined) return [];
  return [{ x: (meses.inicio + meses.fim) / 2, y: numero / (meses.fim - meses.inicio + 1) }];
}

function PorTipo({
  relatorio,
  dimensao,
  ano,
}: {
  readonly relatorio: Relatorio;
  readonly dimensao: string;
  readonly ano: number;
}): ReactElement | null {
  const quadro = quadroDoAno(relatorio, dimensao, ano);
  if (quadro === null) return null;
  type Linha = (typeof quadro.linhas)[number];
  const colunas: readonly Column<Linha>[] = [
    { key: 'mes', label: 'Mês', rowHeader: true, cell: ({ rotulo }) => rotulo },
    ...quadro.valores.map(
      (valor, indice): Column<Linha> => ({ key: valor, label: valor, align: 'end', cell: ({ celulas }) => celulas[indice] ?? '' }),
    ),
  ];
  const titulo = dimensao === 'tipo' ? 'Por tipo e mês' : 'Por tipo de resposta e mês do pedido';
  const nome = `${titulo}, ${ano}`;
  return (
    <Accordion title={nome}>
      <Table caption={nome} captionVisible={false} columns={colunas} rows={quadro.linhas} rowKey={({ rotulo }) => rotulo} />
    </Accordion>
  );
}
