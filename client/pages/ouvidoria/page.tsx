import type { ReactElement } from 'react';
import { PRAZOS_DA_OUVIDORIA } from '../../../shared/atendimento/prazos.ts';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { Steps } from '../../components/content/steps/steps.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack, WithSidebar } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { AberturaDoCanal } from '../atendimento/abertura-do-canal.tsx';
import { FormasDoCanal } from '../atendimento/formas-do-canal.tsx';
import { PaginasDoCanal } from '../atendimento/paginas-do-canal.tsx';
import { Registrar } from '../atendimento/registrar.tsx';
import { AntesDoFormulario, Triagem } from '../atendimento/triagem.tsx';
import { UnidadeDoCanal } from '../atendimento/unidade-do-canal.tsx';
import { LatePart } from '../late-part.tsx';
import { FormularioDaOuvidoria } from './formulario.tsx';

const { resposta, prorrogacao } = PRAZOS_DA_OUVIDORIA;

export function PageOpening(): ReactElement {
  return (
    <AberturaDoCanal
      lead="A Ouvidoria ouve o que você tem a dizer sobre o instituto, cobra a área certa e responde a você."
      canal="Ouvidoria"
      rotulo="Registrar"
    />
  );
}

export function PageComponent(): ReactElement {
  return (
    <WithSidebar
      sidebarLabel="Contato da Ouvidoria"
      sidebar={
        <Section title="Como falar com a Ouvidoria" id="canais">
          <LatePart of={CanalDoCidadaoDocument} shape="text">
            <UnidadeDoCanal funcao="Ouvidor ou ouvidora" />
          </LatePart>
        </Section>
      }
    >
      <Stack gap="l">
        <AntesDoFormulario>
          <Alert tone="warning" title="A Ouvidoria não suspende prazo de recurso">
            <p>
              Quer contestar uma decisão do instituto? Entre com o recurso no prazo que está na decisão. Se quiser, escreva também à
              Ouvidoria.
            </p>
          </Alert>
          <Triagem aqui="ouvidoria" />
        </AntesDoFormulario>
        <Registrar
          titulo="Registrar uma manifestação"
          introducao={<p>A resposta vem em até {resposta} dias. Você recebe um protocolo e a data. Não pedimos RG, motivo nem cadastro.</p>}
        >
          <FormularioDaOuvidoria />
        </Registrar>
        <LatePart of={CanalDoCidadaoDocument} shape="cards">
          <FormasDoCanal titulo="Todas as formas de falar com a Ouvidoria" />
        </LatePart>
        <Andamento />
        <LatePart of={CanalDoCidadaoDocument} shape="cards">
          <PaginasDoCanal titulo="Leia também" />
        </LatePart>
        <ArrowLink href={routePath('ouvidoriaEstatistica')}>Relatórios da Ouvidoria</ArrowLink>
      </Stack>
    </WithSidebar>
  );
}

function Andamento(): ReactElement {
  return (
    <Accordion title="O que acontece depois, e em quanto tempo" id="prazos">
      <Stack>
        <Steps
          steps={[
            {
              title: 'Registro',
              description: <p>Você recebe um número de protocolo. Não é preciso dizer o motivo de ter procurado a Ouvidoria.</p>,
            },
            { title: 'Análise', description: <p>A Ouvidoria lê, pede o que faltar e encaminha à área que pode resolver.</p> },
            {
              title: `Resposta em até ${resposta} dias`,
              description: (
                <p>
                  O prazo conta do recebimento. A Ouvidoria pode prorrogá-lo uma vez, por mais {prorrogacao} dias, e envia a justificativa a
                  você.
                </p>
              ),
            },
            { title: 'Avaliação', description: <p>Você diz se o problema foi resolvido. As respostas entram no relatório anual.</p> },
          ]}
        />
        <p>Base legal: Lei nº 13.460/2017, arts. 9º a 16. Protegemos seus dados pessoais: só quem cuida do caso tem acesso a eles.</p>
      </Stack>
    </Accordion>
  );
}
