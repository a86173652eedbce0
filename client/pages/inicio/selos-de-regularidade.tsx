import type { ReactElement } from 'react';
import { SelosDeRegularidadeDocument } from '../../../shared/graphql/generated/documents/SelosDeRegularidade.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import styles from './inicio.module.css';

type Selos = OperationResults['SelosDeRegularidade'];

/** The regularity certificate and the Pró-Gestão seal, each leading to its proof. */
export function SelosDeRegularidade(): ReactElement | null {
  const { documento, progestao_certificacao } = useOperation(SelosDeRegularidadeDocument);
  if (documento.length + progestao_certificacao.length === 0) return null;
  return (
    <ul className={styles.selos}>
      {documento.map((certificado) => (
        <li key={certificado.id}>
          <Certificado certificado={certificado} />
        </li>
      ))}
      {progestao_certificacao.map((certificacao) => (
        <li key={certificacao.id}>
          <ProGestao certificacao={certificacao} />
        </li>
      ))}
    </ul>
  );
}

function Certificado({ certificado }: { readonly certificado: Selos['documento'][number] }): ReactElement {
  const { id, categoria_slug, categoria, situacao, vigencia_fim } = certificado;
  return (
    <Card
      title={categoria?.rotulo ?? certificado.titulo}
      href={routePath('documento', { category: categoria_slug, id })}
      icon="lucide:badge-check"
      summary="O Ministério da Previdência atesta que o instituto cumpre as regras dos regimes próprios."
      footer={
        <p>
          {situacao === null ? null : `${situacao.rotulo}. `}
          {vigencia_fim === null ? null : <DateTime date={vigencia_fim} prefix="Válido até" />}
        </p>
      }
    />
  );
}

function ProGestao({ certificacao }: { readonly certificacao: Selos['progestao_certificacao'][number] }): ReactElement {
  const { nivel_progestao, certificadora, valido_ate } = certificacao;
  return (
    <Card
      title={`Pró-Gestão RPPS — ${nivel_progestao.rotulo}`}
      href={routePath('progestao')}
      icon="lucide:badge-check"
      summary={`Boas práticas de gestão certificadas por ${certificadora}.`}
      footer={
        <p>
          <DateTime date={valido_ate} prefix="Válido até" />
        </p>
      }
    />
  );
}
