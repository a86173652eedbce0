import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';

interface Caminho {
  readonly title: string;
  readonly summary: string;
  readonly href: string;
  readonly icon: string;
}

/** The channels by need: who chooses the wrong one waits for the wrong answer, and a term may pass. */
function caminhos(): readonly Caminho[] {
  return [
    {
      title: 'Tirar uma dúvida',
      summary: 'Comece pelas perguntas frequentes. Se não resolver, escreva ou ligue.',
      href: routePath('faq'),
      icon: 'lucide:circle-question-mark',
    },
    {
      title: 'Ter um documento ou dado público',
      summary: 'Peça ao Serviço de Informação ao Cidadão (SIC). A resposta vem em até 20 dias.',
      href: routePath('sic'),
      icon: 'lucide:file-text',
    },
    {
      title: 'Reclamar, denunciar, elogiar, sugerir ou pedir providência',
      summary: 'Registre na Ouvidoria. A resposta vem em até 30 dias.',
      href: routePath('ouvidoria'),
      icon: 'lucide:megaphone',
    },
    {
      title: 'Pedir um benefício ou contestar uma decisão',
      summary: 'Veja a lista de serviços. Não use a Ouvidoria: o prazo do recurso continua correndo.',
      href: routePath('servicos'),
      icon: 'lucide:landmark',
    },
  ];
}

/** Helps to choose the channel before anything is written. */
export function Triagem(): ReactElement {
  return (
    <Section title="O que você quer fazer?" id="qual-canal">
      <Grid as="ul" columns={2}>
        {caminhos().map((caminho) => (
          <li key={caminho.title}>
            <Card {...caminho} />
          </li>
        ))}
      </Grid>
    </Section>
  );
}
