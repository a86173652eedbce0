import type { ReactElement } from 'react';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Titulo } from '../../components/content/heading/heading.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { escreverCompetencia } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { Icone } from '../../components/media/icon/icon.tsx';
import estilos from './documentos.module.css';
import type { Categoria } from './pagina-documentos.tsx';

type Declaracao = Categoria['declaracoes'][number];

/** Signed statements that there was nothing to publish: they answer the citizen as a document does, so they stand beside them. */
export function Declaracoes({ declaracoes }: { readonly declaracoes: readonly Declaracao[] }): ReactElement | null {
  if (declaracoes.length === 0) return null;
  return (
    <Secao titulo="Declarações de inexistência" id="declaracoes">
      <p className={estilos.explicacao}>Nestes períodos não houve documento a publicar. O responsável assina e responde pela informação.</p>
      <ul className={estilos.declaracoes}>
        {declaracoes.map((declaracao) => (
          <li key={declaracao.id}>
            <CartaoDeDeclaracao declaracao={declaracao} />
          </li>
        ))}
      </ul>
    </Secao>
  );
}

function CartaoDeDeclaracao({ declaracao }: { readonly declaracao: Declaracao }): ReactElement {
  const { exercicio, competencia_inicio, competencia_fim, texto, signatario, cargo, declarado_em, arquivo } = declaracao;
  const periodo = escreverCompetencia(competencia_inicio, competencia_fim);
  return (
    <article className={estilos.declaracao}>
      <span className={estilos.icone}>
        <Icone nome="lucide:badge-check" tamanho="g" />
      </span>
      <div className={estilos.texto}>
        <Titulo nivel={3}>{periodo === '' || periodo === String(exercicio) ? `Exercício de ${exercicio}` : `Período: ${periodo}`}</Titulo>
        <p>{texto}</p>
        <p className={estilos.assinatura}>
          {signatario}, {cargo}, em <DataHora data={declarado_em} />
        </p>
        {arquivo === null ? null : <LinkDeArquivo arquivo={arquivoParaBaixar(arquivo, 'Declaração assinada')} />}
      </div>
    </article>
  );
}
