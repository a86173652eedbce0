import type { ReactElement } from 'react';
import { RelatoriosDoCanalDocument } from '../../../shared/graphql/generated/documents/RelatoriosDoCanal.ts';
import { DescriptionList, type Detail } from '../../components/content/description-list/description-list.tsx';
import { LeadParagraph, List } from '../../components/content/rich-text/rich-text.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { LatePart } from '../late-part.tsx';
import { RelatoriosPublicados } from './relatorios-publicados.tsx';

interface Props {
  readonly lide: string;
  readonly norma: string;
  /** What each number of the reports means and how it is counted. */
  readonly definicoes: readonly Detail[];
  readonly voltar: { readonly href: string; readonly rotulo: string };
}

/** The statistics of a channel: the published reports and what their numbers mean. */
export function EstatisticaDoCanal({ lide, norma, definicoes, voltar }: Props): ReactElement {
  return (
    <Stack gap="l">
      <LeadParagraph>{lide}</LeadParagraph>
      <Section title="Relatórios anuais" id="relatorios">
        <LatePart of={RelatoriosDoCanalDocument}>
          <RelatoriosPublicados />
        </LatePart>
      </Section>
      <Section title="O que cada número quer dizer" id="definicoes">
        <DescriptionList columns items={definicoes} />
      </Section>
      <Section title="Como os números são contados" id="metodo">
        <List>
          <li>Os dias são corridos: contam do registro até a resposta.</li>
          <li>O dia do registro não conta. Se o prazo termina em dia sem expediente, ele passa para o próximo dia útil.</li>
          <li>Quantidades de 1 a 4 pessoas aparecem como “menos de 5”, para que ninguém seja identificado.</li>
          <li>Base legal: {norma}.</li>
        </List>
      </Section>
      <Row>
        <ArrowLink href={voltar.href}>{voltar.rotulo}</ArrowLink>
        <PrintButton />
      </Row>
    </Stack>
  );
}
