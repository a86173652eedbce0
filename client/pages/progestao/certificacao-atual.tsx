import type { ReactElement } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import styles from './progestao.module.css';

type Dados = OperationResults['Progestao'];

interface Props {
  readonly certificacao: Dados['progestao_certificacao'][number] | undefined;
  readonly niveis: Dados['nivel_progestao'];
}

/** The certificate in force: its level among all levels, its issuer and the end of its validity. */
export function CertificacaoAtual({ certificacao, niveis }: Props): ReactElement {
  if (certificacao === undefined) {
    return (
      <EmptyState title="O instituto não tem certificação em vigor" icon="lucide:badge-check">
        <p>Quando houver, o nível, o certificado e a validade aparecem aqui.</p>
      </EmptyState>
    );
  }
  const { nivel_progestao: level, certificadora, certificado_em, valido_ate, versao_manual, arquivo } = certificacao;
  return (
    <div className={styles.certificacao}>
      <SeloDoNivel level={level} niveis={niveis} />
      <DescriptionList
        columns
        items={[
          { label: 'Certificadora', value: certificadora },
          { label: 'Certificado em', value: <DateTime date={certificado_em} /> },
          { label: 'Válido até', value: <DateTime date={valido_ate} /> },
          { label: 'Versão do manual', value: versao_manual },
          {
            label: 'Certificado',
            value: arquivo === null ? null : <LinkDeArquivo arquivo={arquivoParaBaixar(arquivo, `Certificado ${level.rotulo}`)} />,
          },
        ]}
      />
    </div>
  );
}

type Nivel = Dados['nivel_progestao'][number];

function SeloDoNivel({ level, niveis }: { readonly level: Nivel; readonly niveis: readonly Nivel[] }): ReactElement {
  return (
    <div className={styles.selo}>
      <p className={styles.nivel}>{level.rotulo}</p>
      <ol className={styles.escala} aria-label={`Escala de níveis; o instituto está no ${level.rotulo}`}>
        {niveis.map(({ valor, ordem }) => (
          <li
            key={valor}
            className={styles.degrau}
            data-alcancado={ordem <= level.ordem ? '' : undefined}
            aria-current={valor === level.valor ? 'step' : undefined}
          >
            {valor}
          </li>
        ))}
      </ol>
    </div>
  );
}
