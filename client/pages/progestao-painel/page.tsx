import type { ReactElement } from 'react';
import { ProgestaoPainelDocument } from '../../../shared/graphql/generated/documents/ProgestaoPainel.ts';
import { formatDate } from '../../../shared/locale/dates.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { avaliacaoDaAcao, type Certificacao, situacaoDaAvaliacao } from './acoes-do-painel.ts';
import { contarItens } from './itens-do-site.ts';
import { ListaDeVerificacao } from './lista-de-verificacao.tsx';
import { TabelaDeAcoes } from './tabela-de-acoes.tsx';

export function PageOpening(): ReactElement {
  return (
    <HeaderPart of={ProgestaoPainelDocument}>
      <Certificado />
    </HeaderPart>
  );
}

function Certificado(): ReactElement {
  const { progestao_certificacao, progestao_dimensao, progestao_item: itens } = useOperation(ProgestaoPainelDocument);
  const [certificacao] = progestao_certificacao;
  const acoes = progestao_dimensao.flatMap((dimensao) => dimensao.acoes);
  const atendidas = acoes.filter(({ codigo }) => situacaoDaAvaliacao(avaliacaoDaAcao(certificacao, codigo)) === 'atendida');
  const { publicados } = contarItens(itens, null);
  return (
    <PageIntro
      lead={fraseDaCertificacao(certificacao)}
      facts={{
        acoes: <a href="#acoes">{`${atendidas.length} de ${acoes.length} ações atendidas`}</a>,
        documentos: <a href="#documentos-no-site">{`${publicados} de ${itens.length} documentos no site`}</a>,
      }}
    />
  );
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={ProgestaoPainelDocument} shape="text">
      <Painel />
    </LatePart>
  );
}

function Painel(): ReactElement {
  const { progestao_certificacao, progestao_dimensao: dimensoes, progestao_item: itens } = useOperation(ProgestaoPainelDocument);
  const [certificacao] = progestao_certificacao;
  const level = certificacao?.nivel_progestao ?? null;
  const contas = contarItens(itens, level?.ordem ?? null);
  return (
    <Stack gap="l">
      <TabelaDeAcoes dimensoes={dimensoes} certificacao={certificacao} />
      <ListaDeVerificacao itens={itens} level={level} contas={contas} />
      <Row>
        <ArrowLink href={routePath('progestao')}>O que é o Pró-Gestão</ArrowLink>
        <PrintButton />
      </Row>
    </Stack>
  );
}

function fraseDaCertificacao(certificacao: Certificacao | undefined): string {
  if (certificacao === undefined) return 'O instituto não tem certificação em vigor.';
  const { nivel_progestao, certificado_em, valido_ate } = certificacao;
  return `O instituto tem o ${nivel_progestao.rotulo}, certificado em ${formatDate(certificado_em)} e válido até ${formatDate(valido_ate)}.`;
}
