import type { ReactElement } from 'react';
import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { LeadParagraph } from '../../components/content/rich-text/rich-text.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { LatePart } from '../late-part.tsx';
import { escreverEndereco, escreverHorario, lerHorarios } from '../mapa/endereco.ts';

/** The channels by need, because many visitors of this page need another channel than this one. */
function caminhos(
  hasContacts: boolean,
): readonly { readonly title: string; readonly summary: string; readonly href: string; readonly icon: string }[] {
  return [
    {
      title: 'Tirar uma dúvida',
      summary: `Comece pelas perguntas frequentes.${hasContacts ? ' Se não resolver, ligue ou escreva.' : ''}`,
      href: routePath('faq'),
      icon: 'lucide:circle-question-mark',
    },
    {
      title: 'Ter um documento ou dado público',
      summary: 'Peça ao Serviço de Informação ao Cidadão (SIC).',
      href: routePath('sic'),
      icon: 'lucide:file-text',
    },
    {
      title: 'Reclamar, denunciar, sugerir ou elogiar',
      summary: 'Fale com a Ouvidoria.',
      href: routePath('ouvidoria'),
      icon: 'lucide:megaphone',
    },
  ];
}

export function PageComponent(): ReactElement {
  const { contato } = useSiteState();
  return (
    <Stack gap="l">
      <LeadParagraph>Escolha o que você precisa. Cada canal tem uma equipe e um prazo próprios.</LeadParagraph>
      <Section title="O que você quer fazer?" id="qual-canal">
        <Grid as="ul">
          {caminhos(contato.length > 0).map((caminho) => (
            <li key={caminho.title}>
              <Card {...caminho} />
            </li>
          ))}
        </Grid>
      </Section>
      <Section title="Telefones, e-mail e horário" id="contatos">
        {contato.length === 0 ? (
          <EmptyState title="Os contatos ainda não foram publicados" icon="lucide:phone" />
        ) : (
          <BlocoDeContato contatos={contato} />
        )}
      </Section>
      <Section title="Onde somos encontrados" id="unidades" action={{ href: routePath('mapa'), label: 'Mapa das unidades' }}>
        <LatePart of={UnidadesDocument}>
          <UnidadesDeAtendimento />
        </LatePart>
      </Section>
    </Stack>
  );
}

/** Every unit with its address and hours; the rest is on its own page. */
function UnidadesDeAtendimento(): ReactElement {
  const { unidade: unidades } = useOperation(UnidadesDocument);
  if (unidades.length === 0) return <EmptyState title="As unidades ainda não foram publicadas" icon="lucide:map-pin" />;
  return (
    <Grid as="ul">
      {unidades.map((unidade) => (
        <li key={unidade.id}>
          <Card
            title={unidade.nome}
            href={routePath('unidade', { id: unidade.id })}
            icon="lucide:map-pin"
            summary={escreverEndereco(unidade)}
          >
            {lerHorarios(unidade.horario).map((item) => (
              <p key={`${item.dias} ${item.abre}`}>
                {item.dias}, das {escreverHorario(item)}
              </p>
            ))}
          </Card>
        </li>
      ))}
    </Grid>
  );
}
