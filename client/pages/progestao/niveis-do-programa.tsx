import type { ReactElement } from 'react';
import { Table } from '../../components/content/table/table.tsx';
import { Section } from '../../components/layout/section/section.tsx';

/** Number of actions that each level requires (manual of the programme, version 4.0). */
const NIVEIS = [
  { level: 'I', acoes: 18 },
  { level: 'II', acoes: 20 },
  { level: 'III', acoes: 22 },
  { level: 'IV', acoes: 24 },
] as const;

/** Actions that are asked for at every level (same source). */
const ESSENCIAIS = 13;

export function NiveisDoPrograma(): ReactElement {
  return (
    <Section title="Como os níveis funcionam" id="niveis">
      <p>
        Há quatro níveis. Quanto mais alto, mais ações o instituto tem de cumprir. {ESSENCIAIS} ações são essenciais em todos os níveis. O
        nível final é o mais baixo entre os alcançados nas ações: não adianta ir bem em uma e mal em outra.
      </p>
      <Table
        caption="Quantidade mínima de ações por nível (manual 4.0)"
        rows={NIVEIS}
        rowKey={({ level }) => level}
        columns={[
          { key: 'nivel', label: 'Nível', rowHeader: true, cell: ({ level }) => `Nível ${level}` },
          { key: 'acoes', label: 'Ações exigidas', align: 'end', cell: ({ acoes }) => acoes },
        ]}
      />
    </Section>
  );
}
