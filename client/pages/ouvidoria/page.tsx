import type { ReactElement } from 'react';
import { PRAZOS_DA_OUVIDORIA } from '../../../shared/atendimento/prazos.ts';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { LeadParagraph } from '../../components/content/rich-text/rich-text.tsx';
import { Steps } from '../../components/content/steps/steps.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid, Stack, WithSidebar } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { PaginasDoCanal } from '../atendimento/paginas-do-canal.tsx';
import { Registrar } from '../atendimento/registrar.tsx';
import { Triagem } from '../atendimento/triagem.tsx';
import { UnidadeDoCanal } from '../atendimento/unidade-do-canal.tsx';
import { LatePart } from '../late-part.tsx';
import { FormularioDaOuvidoria } from './formulario.tsx';

const { resposta, prorrogacao } = PRAZOS_DA_OUVIDORIA;

const TIPOS = [
  {
    nome: 'Reclamação',
    icone: 'lucide:message-circle',
    quando: 'Um serviço demorou, foi mal prestado ou deixou de ser prestado.',
    exemplo: 'Meu processo está parado há três meses e ninguém explica por quê.',
  },
  {
    nome: 'Denúncia',
    icone: 'lucide:shield-check',
    quando: 'Você viu algo que pode ser ilegal. Sua identidade é protegida, e você pode não se identificar.',
    exemplo: 'Um servidor cobrou para adiantar um pedido de aposentadoria.',
  },
  {
    nome: 'Solicitação',
    icone: 'lucide:inbox',
    quando: 'Você precisa que o instituto tome uma providência.',
    exemplo: 'A rampa da entrada do posto está quebrada e precisa de conserto.',
  },
  {
    nome: 'Sugestão',
    icone: 'lucide:file-text',
    quando: 'Você tem uma ideia para melhorar o serviço.',
    exemplo: 'O posto poderia abrir no horário do almoço.',
  },
  {
    nome: 'Elogio',
    icone: 'lucide:badge-check',
    quando: 'Você foi bem atendido e quer que o instituto saiba.',
    exemplo: 'A servidora do balcão explicou tudo com paciência.',
  },
] as const;

export function PageComponent(): ReactElement {
  const { contato } = useSiteState();
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
        <LeadParagraph>
          A Ouvidoria recebe o que você tem a dizer sobre o instituto, cobra a resposta da área certa e responde a você. Nenhuma
          manifestação é recusada.
        </LeadParagraph>
        <Alert tone="warning" title="A Ouvidoria não suspende prazo de recurso">
          <p>
            Se você recebeu uma decisão do instituto e quer contestá-la, o prazo do recurso continua correndo enquanto a Ouvidoria analisa.
            Entre com o recurso no prazo que está na decisão e, se quiser, escreva também à Ouvidoria.
          </p>
        </Alert>
        <Triagem />
        <TiposDeManifestacao />
        <Registrar
          titulo="Registrar uma manifestação"
          introducao={
            <p>
              {contato.length === 0
                ? 'Preencha aqui ou venha ao balcão: a equipe registra para você.'
                : 'Preencha aqui, ou ligue, escreva ou venha: os contatos estão nesta página, e a equipe registra para você.'}{' '}
              Não pedimos RG, motivo nem cadastro.
            </p>
          }
        >
          <FormularioDaOuvidoria />
        </Registrar>
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
    <Section title="O que acontece depois, e em quanto tempo" id="prazos">
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
                  O prazo conta do recebimento. Pode ser prorrogado uma vez, por mais {prorrogacao} dias, com a justificativa enviada a
                  você.
                </p>
              ),
            },
            { title: 'Avaliação', description: <p>Você diz se o problema foi resolvido. As respostas entram no relatório anual.</p> },
          ]}
        />
        <p>Base legal: Lei nº 13.460/2017, arts. 9º a 16. Seus dados pessoais são protegidos: só quem cuida do caso tem acesso a eles.</p>
      </Stack>
    </Section>
  );
}

function TiposDeManifestacao(): ReactElement {
  return (
    <Section title="O que você pode registrar" id="tipos">
      <Grid as="ul" columns={2}>
        {TIPOS.map(({ nome, icone, quando, exemplo }) => (
          <li key={nome}>
            <Card title={nome} icon={icone} summary={quando}>
              <p>
                <em>Exemplo: “{exemplo}”</em>
              </p>
            </Card>
          </li>
        ))}
      </Grid>
    </Section>
  );
}
