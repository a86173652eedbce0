import type { ReactElement } from 'react';
import type { LinhaDoQuadro, Quadro } from '../../../../shared/atendimento/estatistica/quadros.ts';
import { BarChart } from '../../../components/charts/bar-chart.tsx';
import { type Column, Table } from '../../../components/content/table/table.tsx';
import styles from './relatorio.module.css';

/** A table of a report: values by year, what they mean, and the newest year as bars. */
export function QuadroDoRelatorio({ quadro }: { readonly quadro: Quadro }): ReactElement {
  return (
    <div className={styles.quadro}>
      <Tabela quadro={quadro} cabecalho="Valor" />
      <p className={styles.definicao}>{quadro.definicao}</p>
      <Barras quadro={quadro} />
    </div>
  );
}

/** The table alone. The meaning of a row stands below its name. */
export function Tabela({ quadro, cabecalho }: { readonly quadro: Quadro; readonly cabecalho: string }): ReactElement {
  const colunas: readonly Column<LinhaDoQuadro>[] = [
    { key: 'valor', label: cabecalho, rowHeader: true, cell: rotuloDaLinha },
    ...quadro.colunas.map(
      ({ ano, rotulo }, indice): Column<LinhaDoQuadro> => ({
        key: String(ano),
        label: rotulo,
        align: 'end',
        cell: ({ celulas }) => celulas[indice] ?? '',
      }),
    ),
  ];
  return <Table caption={quadro.titulo} columns={colunas} rows={quadro.linhas} rowKey={({ codigo }) => codigo} />;
}

function rotuloDaLinha({ rotulo, definicao }: LinhaDoQuadro): ReactElement {
  return (
    <>
      {rotulo}
      {definicao === undefined ? null : <span className={styles.nota}>{definicao}</span>}
    </>
  );
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
