import type { ReactElement } from 'react';
import { ProgestaoDocument } from '../../../shared/graphql/generated/documents/Progestao.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatPeriod } from '../../../shared/locale/dates.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Timeline } from '../../components/content/timeline/timeline.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { LatePart } from '../late-part.tsx';
import { CertificacaoAtual } from './certificacao-atual.tsx';
import { NiveisDoPrograma } from './niveis-do-programa.tsx';
import styles from './progestao.module.css';

type Dados = OperationResults['Progestao'];

export function PageOpening(): ReactElement {
  return (
    <PageIntro lead="O Ministério da Previdência Social certifica institutos com boa gestão. A participação é voluntária, e quem avalia é uma entidade de fora.">
      <LinkButton href={routePath('progestaoPainel')}>Ver ação por ação</LinkButton>
    </PageIntro>
  );
}

export function PageComponent(): ReactElement {
  return (
    <Stack gap="l">
      <LatePart of={ProgestaoDocument} shape="text">
        <Programa />
      </LatePart>
    </Stack>
  );
}

/** What the program says of this institute, and the institute of the program. */
function Programa(): ReactElement {
  const { progestao_certificacao: certificacoes, progestao_dimensao: dimensoes, nivel_progestao: niveis } = useOperation(ProgestaoDocument);
  const atual = certificacoes.find(({ vigente }) => vigente !== null);
  return (
    <Stack gap="l">
      <Section title="O nosso nível" id="nivel">
        <CertificacaoAtual certificacao={atual} niveis={niveis} />
      </Section>
      <Section title="O que o programa avalia" id="dimensoes">
        <Stack>
          <Dimensoes dimensoes={dimensoes} />
          <p>
            <LinkButton href={routePath('progestaoPainel')} icon="lucide:check">
              Ver ação por ação no painel
            </LinkButton>
          </p>
        </Stack>
      </Section>
      <NiveisDoPrograma />
      <Section title="Por que isso importa" id="importancia">
        <p className={styles.texto}>
          Um instituto bem gerido cuida melhor do dinheiro das aposentadorias. O nível também muda onde o instituto pode aplicar. Abaixo do
          nível II, só em títulos públicos federais (Resolução CMN nº 5.272/2025).
        </p>
      </Section>
      <Historico certificacoes={certificacoes} />
    </Stack>
  );
}

function Dimensoes({ dimensoes }: { readonly dimensoes: Dados['progestao_dimensao'] }): ReactElement {
  const total = dimensoes.reduce((soma, { acoes_aggregate }) => soma + (acoes_aggregate.aggregate?.count ?? 0), 0);
  return (
    <>
      <p>
        São {formatCount(total, 'ação', 'ações')}, em {formatCount(dimensoes.length, 'dimensão', 'dimensões')}:
      </p>
      <Grid as="ul">
        {dimensoes.map(({ id, nome, descricao, acoes_aggregate }) => (
          <li key={id}>
            <Card
              title={nome}
              href={`${routePath('progestaoPainel')}#dimensao-${id}`}
              overline={formatCount(acoes_aggregate.aggregate?.count ?? 0, 'ação', 'ações')}
              summary={descricao}
            />
          </li>
        ))}
      </Grid>
    </>
  );
}

function Historico({ certificacoes }: { readonly certificacoes: Dados['progestao_certificacao'] }): ReactElement | null {
  if (certificacoes.length === 0) return null;
  return (
    <Section title="Histórico" id="historico">
      <Timeline
        items={certificacoes.map(({ id, nivel_progestao, certificadora, certificado_em, valido_ate, versao_manual, vigente }) => ({
          key: id,
          date: certificado_em,
          title: nivel_progestao.rotulo,
          badge: vigente === null ? { label: 'Encerrada', tone: 'neutral' as const } : { label: 'Em vigor', tone: 'success' as const },
          description: (
            <p>
              {certificadora}, manual {versao_manual}, validade {formatPeriod(certificado_em, valido_ate)}
            </p>
          ),
        }))}
      />
    </Section>
  );
}
