import type { ReactElement } from 'react';
import { PRAZOS_DO_SIC } from '../../../shared/atendimento/prazos.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';

/** Three further ways to get information that is not on this site. */
export function ComoPedir(): ReactElement {
  return (
    <Section title="Não encontrou?">
      <Grid as="ul">
        <li>
          <Card
            title="Peça ao SIC"
            href={routePath('sic')}
            icon="lucide:circle-question-mark"
            summary={`Qualquer pessoa pode pedir uma informação pública, sem dizer o motivo. A resposta vem em até ${PRAZOS_DO_SIC.resposta} dias.`}
          />
        </li>
        <li>
          <Card
            title="Fale com a Ouvidoria"
            href={routePath('ouvidoria')}
            icon="lucide:megaphone"
            summary="Para reclamar, denunciar, sugerir, elogiar ou pedir uma providência."
          />
        </li>
        <li>
          <Card
            title="Perguntas frequentes"
            href={routePath('faq')}
            icon="lucide:message-circle"
            summary="Respostas curtas para as dúvidas mais comuns sobre a previdência e o instituto."
          />
        </li>
      </Grid>
    </Section>
  );
}
