import type { ReactElement } from 'react';
import { ProgestaoPainelDocument } from '../../../shared/graphql/generated/documents/ProgestaoPainel.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatDate } from '../../../shared/locale/dates.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { NumberFigures } from '../../components/content/number-figure/number-figure.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Opening } from '../../components/layout/page-opening/page-opening.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { TableOfContents } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { AcaoDoPainel } from './acao-do-painel.tsx';
import { avaliacaoDaAcao, type Certificacao } from './acoes-do-painel.ts';
import { contarItens } from './itens-do-site.ts';
import { ListaDeVerificacao } from './lista-de-verificacao.tsx';
import styles from './progestao-painel.module.css';

export function PageOpening(): ReactElement {
  return (
    <HeaderPart of={ProgestaoPainelDocument}>
      <Certificado />
    </HeaderPart>
  );
}

function Certificado(): ReactElement {
  const [certificacao] = useOperation(ProgestaoPainelDocument).progestao_certificacao;
  return <Opening lead={fraseDaCertificacao(certificacao)} />;
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
  const acoes = dimensoes.flatMap((dimensao) => dimensao.acoes);
  const atendidas = acoes.filter(({ codigo }) => avaliacaoDaAcao(certificacao, codigo)?.situacao_progestao.valor === 'atendida');
  const contas = contarItens(itens, level?.ordem ?? null);
  return (
    <Stack gap="l">
      <Stack>
        <NumberFigures
          items={[
            { value: `${atendidas.length} de ${acoes.length}`, label: 'ações atendidas' },
            {
              value: `${contas.publicados} de ${itens.length}`,
              label: 'documentos do item 3.2.8 publicados',
              note: 'Contados agora, no que está no site.',
            },
          ]}
        />
        <TableOfContents
          items={[
            ...dimensoes.map(({ id, nome }) => ({ id: `dimensao-${id}`, text: nome, level: 2 as const })),
            { id: 'documentos-no-site', text: 'Documentos que devem estar no site', level: 2 },
          ]}
        />
      </Stack>
      {dimensoes.map((dimensao) => (
        <Dimensao key={dimensao.id} dimensao={dimensao} certificacao={certificacao} />
      ))}
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

interface PropsDaDimensao {
  readonly dimensao: OperationResults['ProgestaoPainel']['progestao_dimensao'][number];
  readonly certificacao: Certificacao | undefined;
}

function Dimensao({ dimensao, certificacao }: PropsDaDimensao): ReactElement {
  return (
    <Section title={`${dimensao.id}. ${dimensao.nome}`} id={`dimensao-${dimensao.id}`}>
      <p className={styles.descricao}>{dimensao.descricao}</p>
      <ul className={styles.acoes}>
        {dimensao.acoes.map((acao) => (
          <li key={acao.codigo}>
            <AcaoDoPainel
              acao={acao}
              avaliacao={avaliacaoDaAcao(certificacao, acao.codigo)}
              level={certificacao?.nivel_progestao ?? null}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
