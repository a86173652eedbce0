import type { ReactElement } from 'react';
import type { Canal } from '../../../shared/atendimento/estatistica/relatorio.ts';
import { RelatorioDeCasosDocument } from '../../../shared/graphql/generated/documents/RelatorioDeCasos.ts';
import { RelatoriosDoCanalDocument } from '../../../shared/graphql/generated/documents/RelatoriosDoCanal.ts';
import { readReportQuery } from '../../../shared/routes/report-search.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { LatePart } from '../late-part.tsx';
import { Numeros } from './relatorio/numeros.tsx';
import { RelatoriosPublicados } from './relatorios-publicados.tsx';

interface Props {
  readonly input: RouteInput;
  readonly canal: Canal;
  readonly nome: string;
  /** What the law asks the yearly report to say. */
  readonly partes: string;
  readonly norma: string;
  readonly voltar: { readonly href: string; readonly rotulo: string };
}

/** The statistics of a channel: its numbers, the yearly reports, and how the numbers are counted. */
export function EstatisticaDoCanal({ input, canal, nome, partes, norma, voltar }: Props): ReactElement {
  return (
    <Stack gap="l">
      <LatePart of={RelatorioDeCasosDocument} count={4}>
        <Numeros canal={canal} caminho={input.path} consulta={readReportQuery(input.search)} nome={nome} />
      </LatePart>
      <Section title="Relatórios anuais" id="relatorios">
        <p>{partes}</p>
        <LatePart of={RelatoriosDoCanalDocument}>
          <RelatoriosPublicados />
        </LatePart>
      </Section>
      <Section title="Como contamos os números" id="metodo">
        <List>
          <li>Os dias são corridos: contam do registro até a resposta. O dia do registro não conta.</li>
          <li>Cada caso conta no mês e no ano em que foi registrado, e na situação em que está hoje.</li>
          <li>
            Números de 1 a 4 aparecem como “menos de 5”, para que ninguém seja identificado. Às vezes outro número do mesmo quadro aparece
            como uma faixa (“10 a 14”), e meses aparecem somados. Assim ninguém descobre os números pequenos por uma conta.
          </li>
          <li>Base legal: {norma}.</li>
        </List>
      </Section>
      <Row>
        <ArrowLink href={voltar.href}>{voltar.rotulo}</ArrowLink>
      </Row>
    </Stack>
  );
}
