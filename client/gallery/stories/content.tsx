/** Stories of what pages say: facts, tables, steps, figures, charts. */
import { BarChart } from '../../components/charts/bar-chart/bar-chart.tsx';
import { LineChart } from '../../components/charts/line-chart/line-chart.tsx';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { Badge, Tag } from '../../components/content/badge/badge.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { ExplainedText } from '../../components/content/explained-text/explained-text.tsx';
import { NumberFigures, Progress } from '../../components/content/number-figure/number-figure.tsx';
import { LeadParagraph, List, RichText } from '../../components/content/rich-text/rich-text.tsx';
import { Steps } from '../../components/content/steps/steps.tsx';
import { Table } from '../../components/content/table/table.tsx';
import { Timeline } from '../../components/content/timeline/timeline.tsx';
import { UnbrokenNumbers } from '../../components/content/unbroken-numbers/unbroken-numbers.tsx';
import type { Story } from '../story.ts';

const TONES = ['neutral', 'primary', 'info', 'success', 'warning', 'error'] as const;
const FACTS = [
  { label: 'Número', value: '10' },
  { label: 'Norma', value: <a href="#norma">Lei nº 412, de 18 de maio de 2004</a> },
];
const TERMS = [{ id: 1, termo: 'Equacionamento', sigla: null, definicao: 'Plano que cobre um déficit.', fonte_url: null }];
const YEARS = ['2023', '2024', '2025'];
const POINTS = [
  { x: 1, y: 91 },
  { x: 2, y: 129 },
  { x: 3, y: 114 },
];

function columns(count: number, align: 'start' | 'end'): Parameters<typeof Table<string>>[0]['columns'] {
  return [
    { key: 'nome', label: 'Lista', rowHeader: true, cell: (row) => row },
    ...Array.from({ length: count }, (_nothing, index) => ({
      key: String(index),
      label: `Coluna ${index + 1}`,
      align,
      cell: () => String(100 + index),
    })),
  ];
}

export const CONTENT: readonly Story[] = [
  {
    component: 'Accordion',
    states: [
      { name: 'dobrado', element: <Accordion title="O que cada número quer dizer">Texto.</Accordion> },
      {
        name: 'com nota',
        element: (
          <Accordion title="Investimentos" note="6 listas: 5 em dia, 1 atrasada">
            Texto.
          </Accordion>
        ),
      },
      {
        name: 'aberto',
        element: (
          <Accordion title="Prazos" open>
            <p>Até 20 dias.</p>
          </Accordion>
        ),
      },
    ],
  },
  {
    component: 'Badge',
    states: TONES.map((tone) => ({ name: tone, element: <Badge tone={tone}>Em dia</Badge> })),
  },
  {
    component: 'Tag',
    states: [{ name: 'com endereço', element: <Tag href="#audiencia">audiência</Tag> }],
  },
  {
    component: 'BarChart',
    states: [
      {
        name: 'número exato e faixa',
        element: (
          <BarChart
            label="Pedidos por canal: internet 91; balcão menos de 5."
            bars={[
              { label: 'Internet', text: '91', from: 91, to: 91 },
              { label: 'Balcão', text: 'menos de 5', from: 1, to: 4 },
            ]}
          />
        ),
      },
    ],
  },
  {
    component: 'LineChart',
    states: [
      {
        name: 'uma linha',
        element: (
          <LineChart
            label="Pedidos por ano"
            lines={[{ name: 'Pedidos', points: POINTS }]}
            places={YEARS}
            from={1}
            to={3}
            formatValue={String}
          />
        ),
      },
    ],
  },
  {
    component: 'DateTime',
    states: (['short', 'long', 'month', 'weekday', 'date-time'] as const).map((format) => ({
      name: format,
      element: <DateTime date="2026-11-30" format={format} />,
    })),
  },
  {
    component: 'DescriptionList',
    states: [
      { name: 'um sob o outro', element: <DescriptionList items={FACTS} /> },
      { name: 'em colunas', element: <DescriptionList items={FACTS} columns /> },
    ],
  },
  {
    component: 'NumberFigures',
    states: [
      {
        name: 'com e sem nota',
        element: (
          <NumberFigures
            items={[
              { value: '99,4%', label: 'nota calculada agora', note: 'Faixa do selo Diamante.' },
              { value: '33 de 34', label: 'critérios' },
            ]}
          />
        ),
      },
      { name: 'parte de um todo', element: <Progress value={17} max={18} label="Documentos publicados: 17 de 18" /> },
    ],
  },
  {
    component: 'ExplainedText',
    states: [
      { name: 'com um termo do glossário', element: <ExplainedText html="<p>O equacionamento foi aprovado.</p>" terms={TERMS} /> },
      { name: 'sem termos', element: <ExplainedText html="<p>O plano foi aprovado.</p>" terms={[]} /> },
    ],
  },
  {
    component: 'RichText',
    states: [
      {
        name: 'texto do conteúdo',
        element: (
          <RichText html="<p>Leia a <a href='#lei'>lei</a>.</p><ul><li>Um</li></ul><table><tr><th>Ano</th><td>2026</td></tr></table>" />
        ),
      },
      { name: 'frase de abertura', element: <LeadParagraph>O que mudou neste mês.</LeadParagraph> },
      {
        name: 'lista',
        element: (
          <List>
            <li>Documento com foto</li>
          </List>
        ),
      },
    ],
  },
  {
    component: 'Steps',
    states: [
      { name: 'dois passos', element: <Steps steps={[{ title: 'Peça', description: <p>No posto.</p> }, { title: 'Acompanhe' }]} /> },
    ],
  },
  {
    component: 'Table',
    states: [
      { name: 'duas colunas', element: <Table caption="Duas colunas" columns={columns(1, 'start')} rows={['Leis']} rowKey={String} /> },
      {
        name: 'muitas colunas, blocos no celular',
        element: <Table caption="Cinco colunas" columns={columns(4, 'start')} rows={['Leis', 'Atas']} rowKey={String} />,
      },
      { name: 'números', element: <Table caption="Números" columns={columns(3, 'end')} rows={['Recebidas']} rowKey={String} /> },
      { name: 'vazia', element: <Table caption="Vazia" columns={columns(1, 'start')} rows={[]} rowKey={String} /> },
    ],
  },
  {
    component: 'Timeline',
    states: [
      {
        name: 'com selo',
        element: (
          <Timeline
            items={[{ key: 1, date: '2026-09-15', title: '3ª reunião ordinária', badge: { label: 'Realizada', tone: 'success' } }]}
          />
        ),
      },
    ],
  },
  {
    component: 'UnbrokenNumbers',
    states: [{ name: 'com CEP', element: <UnbrokenNumbers text="Avenida das Castanheiras, 1200, CEP 68999-000" /> }],
  },
];
