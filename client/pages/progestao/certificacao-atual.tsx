import type { ReactElement } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import estilos from './progestao.module.css';

type Dados = OperationResults['Progestao'];

interface Props {
  readonly certificacao: Dados['progestao_certificacao'][number] | undefined;
  readonly niveis: Dados['nivel_progestao'];
}

/** The certificate in force: its level as a seal among all levels, who gave it and until when it holds. */
export function CertificacaoAtual({ certificacao, niveis }: Props): ReactElement {
  if (certificacao === undefined) {
    return (
      <Vazio titulo="O instituto não tem certificação em vigor" icone="lucide:badge-check">
        <p>Quando houver, o nível, o certificado e a validade aparecem aqui.</p>
      </Vazio>
    );
  }
  const { nivel_progestao: nivel, certificadora, certificado_em, valido_ate, versao_manual, arquivo } = certificacao;
  return (
    <div className={estilos.certificacao}>
      <SeloDoNivel nivel={nivel} niveis={niveis} />
      <Definicoes
        colunas
        itens={[
          { rotulo: 'Certificadora', valor: certificadora },
          { rotulo: 'Certificado em', valor: <DataHora data={certificado_em} /> },
          { rotulo: 'Válido até', valor: <DataHora data={valido_ate} /> },
          { rotulo: 'Versão do manual', valor: versao_manual },
          {
            rotulo: 'Certificado',
            valor: arquivo === null ? null : <LinkDeArquivo arquivo={arquivoParaBaixar(arquivo, `Certificado ${nivel.rotulo}`)} />,
          },
        ]}
      />
    </div>
  );
}

type Nivel = Dados['nivel_progestao'][number];

function SeloDoNivel({ nivel, niveis }: { readonly nivel: Nivel; readonly niveis: readonly Nivel[] }): ReactElement {
  return (
    <div className={estilos.selo}>
      <p className={estilos.nivel}>{nivel.rotulo}</p>
      <ol className={estilos.escala} aria-label={`Escala de níveis; o instituto está no ${nivel.rotulo}`}>
        {niveis.map(({ valor, ordem }) => (
          <li
            key={valor}
            className={estilos.degrau}
            data-alcancado={ordem <= nivel.ordem ? '' : undefined}
            aria-current={valor === nivel.valor ? 'step' : undefined}
          >
            {valor}
          </li>
        ))}
      </ol>
    </div>
  );
}
