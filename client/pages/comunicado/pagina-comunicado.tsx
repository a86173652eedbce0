import type { ReactElement, ReactNode } from 'react';
import { ComunicadoDocument } from '../../../shared/graphql/generated/documents/Comunicado.ts';
import { listarComE } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Selo } from '../../components/content/badge/badge.tsx';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Lide, TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { Aviso } from '../../components/feedback/alert/alert.tsx';
import { ComLateral, Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkSeta } from '../../components/navigation/button/button.tsx';
import { BotaoImprimir } from '../../components/navigation/button/print-button.tsx';
import type { ArquivoParaBaixar } from '../../components/types.ts';
import { estaEncerrado, prioridadeDe } from '../comunicados/comunicado-do-cartao.ts';

const TOM_DA_PRIORIDADE = { normal: 'neutro', alta: 'alerta', urgente: 'erro' } as const;

export function PaginaComunicado(): ReactElement | null {
  const { comunicado_by_pk: comunicado } = useOperation(ComunicadoDocument);
  if (comunicado === null) return null;
  const { resumo, corpo_html, valido_ate, tipo_comunicado, prioridade, prioridade_comunicado } = comunicado;
  const encerrado = estaEncerrado(comunicado);
  const arquivos = comunicado.arquivos.flatMap(({ arquivo, rotulo }) => (arquivo === null ? [] : [arquivoParaBaixar(arquivo, rotulo)]));
  return (
    <ComLateral rotuloDaLateral="Sobre este comunicado" lateral={<Ficha comunicado={comunicado} />}>
      <Linha>
        <Selo tom="primario">{tipo_comunicado.rotulo}</Selo>
        {prioridade === 'normal' ? null : <Selo tom={TOM_DA_PRIORIDADE[prioridadeDe(prioridade)]}>{prioridade_comunicado.rotulo}</Selo>}
      </Linha>
      {encerrado && valido_ate !== null ? (
        <Aviso tom="info" titulo="Comunicado encerrado">
          <p>
            <DataHora data={valido_ate} prefixo="Este comunicado valeu até" />. O texto continua aqui para consulta.
          </p>
        </Aviso>
      ) : null}
      {resumo === null ? null : <Lide>{resumo}</Lide>}
      <TextoRico html={corpo_html} />
      {arquivos.length === 0 ? null : <Anexos arquivos={arquivos} />}
    </ComLateral>
  );
}

interface Fatos {
  readonly publicado_em: string | null;
  readonly valido_de: string | null;
  readonly valido_ate: string | null;
  readonly publico_alvo: readonly string[];
}

function Ficha({ comunicado }: { readonly comunicado: Fatos }): ReactElement {
  const { publicado_em, valido_de, valido_ate, publico_alvo } = comunicado;
  const data = (valor: string | null): ReactNode => (valor === null ? null : <DataHora data={valor} />);
  return (
    <Pilha>
      <Definicoes
        itens={[
          { rotulo: 'Publicado em', valor: data(publicado_em) },
          { rotulo: 'Vale a partir de', valor: data(valido_de) },
          { rotulo: 'Vale até', valor: data(valido_ate) },
          { rotulo: 'Para quem é', valor: listarComE(publico_alvo) },
        ]}
      />
      <BotaoImprimir />
      <LinkSeta href={routePath('comunicados')}>Todos os comunicados</LinkSeta>
    </Pilha>
  );
}

function Anexos({ arquivos }: { readonly arquivos: readonly ArquivoParaBaixar[] }): ReactElement {
  return (
    <Secao titulo="Anexos">
      <ul>
        {arquivos.map((arquivo) => (
          <li key={arquivo.href}>
            <LinkDeArquivo arquivo={arquivo} />
          </li>
        ))}
      </ul>
    </Secao>
  );
}
