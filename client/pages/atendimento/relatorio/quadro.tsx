import type { ReactElement } from 'react';
import type { LinhaDoQuadro, Quadro } from '../../../../shared/atendimento/estatistica/quadros.ts';
import { BarChart } from '../../../components/charts/bar-chart/bar-chart.tsx';
import { Accordion } from '../../../components/content/accordion/accordion.tsx';
import { DescriptionList } from '../../../components/content/description-list/description-list.tsx';
import { type Column, Table } from '../../../components/content/table/table.tsx';
import styles from './relatorio.module.css';

/** A table of a report folded under its title: values by year, what they mean, and the newest year as bars. */
export function QuadroDoRelatorio({ quadro }: { readonly quadro: Quadro }): ReactElement {
  return (
    <Accordion title={quadro.titulo}>
      <div className={styles.quadro} id={quadro.id}>
        <p className={styles.definicao}>{quadro.definicao}</p>
        <Tabela quadro={quadro} cabecalho="Valor" />
        <Barras quadro={quadro} />
      </div>
    </Accordion>
  );
}

/** What the rows of a table mean, folded under it: in the rows each meaning would be a column of single words on a phone. */
export function SignificadoDasLinhas({ quadro }: { readonly quadro: Quadro }): ReactElement | null {
  const itens = quadro.linhas.flatMap(({ rotulo, definicao }) => (definicao === undefined ? [] : [{ label: rotulo, value: definicao }]));
  if (itens.length === 0) return null;
  return (
    <Accordion title="O que cada número quer dizer">
      <DescriptionList columns items={itens} />
    </Accordion>
  );
}

/** The table alone, below a title that says what it is. */
export function Tabela({ quadro, cabecalho }: { readonly quadro: Quadro; readonly cabecalho: string }): ReactElement {
  const colunas: readonly Column<LinhaDoQuadro>[] = [
    { key: 'valor', label: cabecalho, rowHeader: true, cell: ({ rotulo }) => rotulo },
    ...quadro.colunas.map(
      ({ ano, rotulo }, indice): Column<LinhaDoQuadro> => ({
        key: String(ano),
        label: rotulo,
        align: 'end',
        cell: ({ celulas }) => celulas[indice] ?? '',
      }),
    ),
  ];
  return <Table caption={quadro.titulo} captionVisible={false} columns={colunas} rows={quadro.linhas} rowKey={({ codigo }) => codigo} />;
}

function Barras({ quadro: { titulo, colunas, linhas } }: { readonly quadro: Quadro }): ReactElement | null {
  const ultima = colunas.length - 1;
  const ano = colunas[ultima];
  const barras = linhas.flatMap(({ rotulo, celulas, quantidades }) => {
    const quantidade = quantidades[ultima] ?? null;
    return quantidade === null ? [] : [{ label: rotulo, text: celulas[ultima] ?? '', from: quantidade.minimo, to: quantidade.maximo }];
  });
  if (ano === undefined || barras.length < 2 || barras.every(({ to }) => to === 0)) return null;
  const legenda = `${titulo}, ${ano.rotulo}`;
  return (
    <figure className={styles.grafico}>
      <BarChart
        label={`Gráfico de barras: ${legenda}. ${barras.map(({ label, text }) => `${label}: ${text}`).join('; ')}.`}
        bars={barras}
      />
      <figcaption>
        Gráfico: {legenda}. Os números são os da tabela; onde não há número exato, a parte tracejada mostra até onde ele pode ir.
      </figcaption>
    </figure>
  );
}
