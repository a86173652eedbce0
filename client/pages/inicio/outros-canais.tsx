import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';

const CANAIS = [
  { id: 'faq', titulo: 'Perguntas frequentes', resumo: 'Respostas às dúvidas mais comuns.', icone: 'lucide:circle-question-mark' },
  { id: 'ouvidoria', titulo: 'Ouvidoria', resumo: 'Reclame, denuncie, sugira ou elogie.', icone: 'lucide:megaphone' },
  { id: 'mapa', titulo: 'Onde estamos', resumo: 'Endereço e horário de cada unidade.', icone: 'lucide:map-pin' },
] as const;

/** The channels of service; telephone, address and hours follow in the footer. */
export function OutrosCanais(): ReactElement {
  return (
    <Section title="Precisa de ajuda?" background="primary">
      <FixedPart as="div" name="atendimento">
        <Canais />
      </FixedPart>
    </Section>
  );
}

function Canais(): ReactElement {
  return (
    <Grid as="ul">
      {CANAIS.map(({ id, titulo, resumo, icone }) => (
        <li key={id}>
          <Card title={titulo} href={routePath(id)} summary={resumo} icon={icone} />
        </li>
      ))}
    </Grid>
  );
}
