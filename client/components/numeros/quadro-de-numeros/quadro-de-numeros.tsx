import type { ReactElement } from 'react';
import type { SerieDoIndicadorFragment } from '../../../../shared/graphql/generated/operations.ts';
import { formatDate } from '../../../../shared/locale/dates.ts';
import { formatMoney, formatNumber, joinWithAnd } from '../../../../shared/locale/numbers.ts';
import { grouped } from '../../../../shared/platform/grouped.ts';
import { BarChart } from '../../charts/bar-chart/bar-chart.tsx';
import { LineChart } from '../../charts/line-chart/line-chart.tsx';
import { Accordion } from '../../content/accordion/accordion.tsx';
import { DateTime } from '../../content/date-time/date-time.tsx';
import { DescriptionList } from '../../content/description-list/description-list.tsx';
import { type Column, Table } from '../../content/table/table.tsx';
import { LinkDoDocumento } from '../../documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Stack } from '../../layout/column/column.tsx';

type Indicador = SerieDoIndicadorFragment;
type Numero = Indicador['numeros'][number];

/** What was measured on one day, by indicator. */
interface Dia {
  readonly data: string;
  readonly valores: ReadonlyMap<string, Numero>;
}

const MILHAO = 1_000_000;

/** Lines of one chart that are told apart at a glance; more than these are parts of a whole, which bars compare. */
const MAX_LINES = 3;

interface Props {
  readonly grupo: string;
  readonly indicadores: readonly Indicador[];
}

/** Numbers of one subject: the newest ones with what they mean, a chart for each unit of measure, and a table of all days. */
export function QuadroDeNumeros({ grupo, indicadores }: Props): ReactElement | null {
  const medidos = indicadores.filter(({ numeros }) => numeros.length > 0);
  const dias = diasDe(medidos);
  const [ultimo] = dias;
  if (ultimo === undefined) return null;
  return (
    <Stack>
      <p>
        Em <DateTime date={ultimo.data} />:
      </p>
      <DescriptionList
        columns
        items={medidos.map(({ codigo, nome, unidade }) => ({ label: nome, value: porExtenso(ultimo.valores.get(codigo)?.valor, unidade) }))}
      />
      {[...new Set(medidos.map(({ unidade }) => unidade))].map((unidade) => (
        <Grafico key={unidade} grupo={grupo} unidade={unidade} indicadores={medidos} dias={dias} />
      ))}
      <div>
        <Accordion title="O que cada número quer dizer">
          <DescriptionList items={medidos.map(({ nome, significado }) => ({ label: nome, value: significado }))} />
        </Accordion>
        <Accordion title="Tabela, ano a ano">
          <Table caption={`${grupo}, por data`} captionVisible={false} columns={colunas(medidos)} rows={dias} rowKey={({ data }) => data} />
        </Accordion>
      </div>
    </Stack>
  );
}

/** The days, the newest first, as the operation answers each indicator. */
function diasDe(indicadores: readonly Indicador[]): readonly Dia[] {
  const dias = new Map<string, Map<string, Numero>>();
  for (const { codigo, numeros } of indicadores) {
    for (const numero of numeros) {
      const valores = dias.get(numero.data_base) ?? new Map<string, Numero>();
      // The newest document of a day stands first and is the one that counts.
      if (!valores.has(codigo)) valores.set(codigo, numero);
      dias.set(numero.data_base, valores);
    }
  }
  return [...dias].map(([data, valores]) => ({ data, valores })).sort((a, b) => (a.data < b.data ? 1 : -1));
}

function colunas(indicadores: readonly Indicador[]): readonly Column<Dia>[] {
  const escala = escalaDe(indicadores);
  return [
    { key: 'data', label: 'Data', rowHeader: true, cell: ({ data }) => <DateTime date={data} format="short" /> },
    ...indicadores.map(
      ({ codigo, nome, unidade }): Column<Dia> => ({
        key: codigo,
        label: unidade === 'reais' ? `${nome} (R$${escala === MILHAO ? ' milhões' : ''})` : nome,
        align: 'end',
        cell: ({ valores }) => {
          const numero = valores.get(codigo);
          return numero === undefined ? '–' : textoDoNumero(numero.valor, unidade, escala);
        },
      }),
    ),
    { key: 'fonte', label: 'Fonte', cell: ({ valores }) => <Fontes numeros={[...valores.values()]} /> },
  ];
}

function Fontes({ numeros }: { readonly numeros: readonly Numero[] }): ReactElement {
  const documentos = new Map(numeros.flatMap(({ documento }) => (documento === null ? [] : [[documento.id, documento] as const])));
  return (
    <>
      {[...documentos.values()].map((documento, index) => (
        <span key={documento.id}>
          {index === 0 ? '' : '; '}
          <LinkDoDocumento documento={documento} />
        </span>
      ))}
    </>
  );
}

interface GraficoProps extends Props {
  readonly unidade: string;
  readonly dias: readonly Dia[];
}

function Grafico({ grupo, unidade, indicadores, dias }: GraficoProps): ReactElement | null {
  const desenhados = indicadores.filter((indicador) => indicador.unidade === unidade);
  const props = { grupo, unidade, indicadores: desenhados, dias };
  return desenhados.length > MAX_LINES ? <Partes {...props} /> : <Linhas {...props} />;
}

/** The newest day as bars. */
function Partes({ grupo, unidade, indicadores, dias: [ultimo] }: GraficoProps): ReactElement | null {
  if (ultimo === undefined) return null;
  const escala = escalaDe(indicadores);
  const legenda = `${grupo} em ${formatDate(ultimo.data, 'short')}`;
  return (
    <figure>
      <BarChart
        label={`${legenda}. Os valores estão na tabela abaixo.`}
        bars={indicadores.flatMap(({ codigo, nome }) => {
          const valor = ultimo.valores.get(codigo)?.valor;
          return valor === undefined ? [] : [{ label: nome, text: textoDoNumero(valor, unidade, escala), from: valor, to: valor }];
        })}
      />
      <figcaption>{`${legenda}${medidaDo(unidade, escala)}.`}</figcaption>
    </figure>
  );
}

/** All days as lines. One day draws none. */
function Linhas({ grupo, unidade, indicadores, dias }: GraficoProps): ReactElement | null {
  const emOrdem = [...dias].reverse();
  const [primeiro, ultimo] = [emOrdem.at(0), emOrdem.at(-1)];
  if (primeiro === undefined || ultimo === undefined || primeiro === ultimo) return null;
  const escala = unidade === 'reais' ? escalaDe(indicadores) : 1;
  const nomes = joinWithAnd(indicadores.map(({ nome }) => nome));
  return (
    <figure>
      <LineChart
        label={`${nomes}, de ${formatDate(primeiro.data, 'short')} a ${formatDate(ultimo.data, 'short')}. Os valores estão na tabela abaixo.`}
        lines={indicadores.map(({ codigo, nome }) => ({
          name: nome,
          points: emOrdem.flatMap(({ valores }, index) => {
            const valor = valores.get(codigo)?.valor;
            return valor === undefined ? [] : [{ x: index + 1, y: valor / escala }];
          }),
        }))}
        places={emOrdem.map(({ data }) => data.slice(0, 4))}
        from={1}
        to={emOrdem.length}
        formatValue={(valor) => (unidade === 'porcento' ? `${formatNumber(valor)}%` : formatNumber(valor))}
      />
      <figcaption>{`${grupo}: ${nomes}${medidaDo(unidade, escala)}.`}</figcaption>
    </figure>
  );
}

type Escala = 1 | typeof MILHAO;

/** Amounts that are compared have one scale. In millions those below 5,000 reais would be zero, so a subject of small ones keeps to reais. */
function escalaDe(indicadores: readonly Indicador[]): Escala {
  const reais = indicadores.flatMap(({ unidade, numeros }) => (unidade === 'reais' ? numeros : []));
  return reais.some(({ valor }) => Math.abs(valor) >= MILHAO) ? MILHAO : 1;
}

function medidaDo(unidade: string, escala: Escala): string {
  if (unidade !== 'reais') return '';
  return escala === MILHAO ? ', em milhões de reais' : ', em reais';
}

/** The exact amounts are in the documents and in the files of the open data. */
function textoDoNumero(valor: number, unidade: string, escala: Escala): string {
  if (unidade === 'reais') return formatNumber(valor / escala, 2);
  return unidade === 'porcento' ? `${formatNumber(valor, 2)}%` : formatNumber(valor);
}

/** The same number outside a table, with its unit; null where it was not measured. */
function porExtenso(valor: number | undefined, unidade: string): string | null {
  if (valor === undefined) return null;
  if (unidade === 'reais' && Math.abs(valor) < MILHAO) return formatMoney(valor);
  const texto = textoDoNumero(valor, unidade, MILHAO);
  return unidade === 'reais' ? `R$\u00a0${texto}\u00a0milhões` : texto;
}

/** The newest values of some indicators, as they are said in a sentence: 'Dinheiro guardado: R$ 317,43 milhões'. */
export function numerosDeAgora(indicadores: readonly Indicador[]): readonly string[] {
  return indicadores.flatMap(({ nome, unidade, numeros }) => {
    const texto = porExtenso(numeros[0]?.valor, unidade);
    return texto === null ? [] : [`${nome}: ${texto}`];
  });
}

/** Returns the subjects in the order of their first indicator; a document may state one indicator of several days. */
export function porGrupo(indicadores: readonly Indicador[]): ReadonlyMap<string, readonly Indicador[]> {
  const cadaUm = new Map(indicadores.map((indicador) => [indicador.codigo, indicador]));
  return grouped(cadaUm.values(), ({ grupo }) => grupo);
}
