import type { ReactElement } from 'react';
import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { AberturaDoCanal } from '../atendimento/abertura-do-canal.tsx';
import { FormasDeAtendimento, Horas } from '../atendimento/formas-de-atendimento.tsx';
import { Registrar } from '../atendimento/registrar.tsx';
import { AntesDoFormulario, Triagem } from '../atendimento/triagem.tsx';
import { LatePart } from '../late-part.tsx';
import { escreverEndereco, separarPostos } from '../mapa/endereco.ts';
import { FormularioDeContato } from './formulario.tsx';

export function PageOpening(): ReactElement {
  const { contato } = useSiteState();
  return (
    <AberturaDoCanal
      lead={`${contato.length === 0 ? 'Escreva ou venha' : 'Escreva, ligue ou venha'}: o atendimento é o mesmo.`}
      canal=""
      rotulo="Escrever ao instituto"
    />
  );
}

export function PageComponent(): ReactElement {
  const { contato } = useSiteState();
  return (
    <Stack gap="l">
      <AntesDoFormulario>
        <Triagem aqui="faleConosco" />
        <FormasDeAtendimento
          titulo="Escolha como falar com o instituto"
          contatos={contato}
          balcao={{ endereco: 'Endereço e horário de cada unidade.', href: '#unidades', horario: null }}
        />
      </AntesDoFormulario>
      <Registrar
        titulo="Escreva ao instituto"
        introducao={<p>Respondemos por e-mail ou telefone, em geral em poucos dias. Para ter um prazo da lei, use a Ouvidoria ou o SIC.</p>}
      >
        <FormularioDeContato />
      </Registrar>
      <Section title="Todos os telefones e endereços" id="contatos">
        {contato.length === 0 ? (
          <EmptyState title="Ainda não publicamos os contatos" icon="lucide:phone" />
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

/** Every post that receives the public, with its address and hours; the other units are beside them on the map's page. */
function UnidadesDeAtendimento(): ReactElement {
  const { unidade: unidades } = useOperation(UnidadesDocument);
  if (unidades.length === 0) return <EmptyState title="Ainda não publicamos as unidades" icon="lucide:map-pin" />;
  return (
    <Grid as="ul">
      {separarPostos(unidades).postos.map((unidade) => (
        <li key={unidade.id}>
          <Card
            title={unidade.nome}
            href={routePath('unidade', { id: unidade.id })}
            icon="lucide:map-pin"
            summary={escreverEndereco(unidade)}
          >
            <Horas horario={unidade.horario} />
          </Card>
        </li>
      ))}
    </Grid>
  );
}
