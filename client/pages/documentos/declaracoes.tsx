import type { ReactElement } from 'react';
import { declarationAnchor } from '../../../shared/routes/document-list.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Heading } from '../../components/content/heading/heading.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { escreverCompetencia } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Icon } from '../../components/media/icon/icon.tsx';
import type { Categoria } from './documento-da-lista.ts';
import styles from './documentos.module.css';

type Declaracao = Categoria['declaracoes'][number];

/** Signed statements that there was nothing to publish: they answer the citizen as a document does, so they stand beside them. */
export function Declaracoes({ declaracoes }: { readonly declaracoes: readonly Declaracao[] }): ReactElement | null {
  if (declaracoes.length === 0) return null;
  return (
    <Section title="Declarações de inexistência" id="declaracoes">
      <p className={styles.explicacao}>Nestes períodos não houve documento a publicar. O responsável assina e responde pela informação.</p>
      <ul className={styles.declaracoes}>
        {declaracoes.map((declaracao) => (
          <li key={declaracao.id} id={declarationAnchor(declaracao.id)}>
            <CartaoDeDeclaracao declaracao={declaracao} />
          </li>
        ))}
      </ul>
      <p data-sem-impressao="">
        Todas as declarações são <a href={`${routePath('dadosAbertos')}#declaracoes`}>dados abertos</a>.
      </p>
    </Section>
  );
}

function CartaoDeDeclaracao({ declaracao }: { readonly declaracao: Declaracao }): ReactElement {
  const { exercicio, competencia_inicio, competencia_fim, texto, signatario, cargo, declarado_em, arquivo } = declaracao;
  const periodo = escreverCompetencia(competencia_inicio, competencia_fim);
  return (
    <article className={styles.declaracao}>
      <span className={styles.icone}>
        <Icon name="lucide:badge-check" size="l" />
      </span>
      <div className={styles.texto}>
        <Heading level={3}>{periodo === '' || periodo === String(exercicio) ? `Exercício de ${exercicio}` : `Período: ${periodo}`}</Heading>
        <p>{texto}</p>
        <p className={styles.assinatura}>
          {signatario}, {cargo}, em <DateTime date={declarado_em} />
        </p>
        {arquivo === null ? null : <LinkDeArquivo arquivo={arquivoParaBaixar(arquivo, 'Declaração assinada')} />}
      </div>
    </article>
  );
}
