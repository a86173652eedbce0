import type { ReactElement } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { contatosDaUnidade } from '../../components/people/contatos-da-unidade.ts';
import { Horas } from '../atendimento/formas-de-atendimento.tsx';
import { escreverEndereco } from '../mapa/endereco.ts';

type Servico = OperationResults['Servico']['servico'][number];

/** The channels of a service, and the counter of its unit. */
export function OndePedir({ servico: { canais, unidade } }: { readonly servico: Servico }): ReactElement {
  return (
    <Section title="Onde pedir" id="onde-pedir">
      <Stack>
        {canais.length === 0 ? null : (
          <List>
            {canais.map((canal) => (
              <li key={canal}>{canal}</li>
            ))}
          </List>
        )}
        {unidade === null ? null : (
          <Card
            title={unidade.nome}
            href={routePath('unidade', { id: unidade.id })}
            icon="lucide:map-pin"
            summary={escreverEndereco(unidade)}
          >
            <Horas horario={unidade.horario} />
            <BlocoDeContato contatos={contatosDaUnidade(unidade.contatos)} />
            {unidade.acessibilidade_local === null ? null : <p>Acessibilidade: {unidade.acessibilidade_local}</p>}
          </Card>
        )}
        <ArrowLink href={routePath('mapa')}>Todas as unidades no mapa</ArrowLink>
      </Stack>
    </Section>
  );
}
