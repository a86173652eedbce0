import type { ReactElement } from 'react';
import { formatDate } from '../../../shared/locale/dates.ts';
import { EmptyList } from '../../components/feedback/empty-state/empty-state.tsx';
import { type Categoria, NOMES } from './documento-da-lista.ts';

/** The reason why a category has no documents: a declaration, a planned publication, or a new list. */
export function SemDocumentos({ categoria }: { readonly categoria: Categoria }): ReactElement {
  const [declaracao] = categoria.declaracoes;
  if (declaracao !== undefined) {
    const { texto, exercicio, signatario, cargo, declarado_em } = declaracao;
    return <EmptyList reason={{ kind: 'declaracao', text: texto, exercicio, signatario, cargo, data: declarado_em }} nouns={NOMES} />;
  }
  const texto = previsao(categoria);
  return <EmptyList reason={texto === null ? { kind: 'novo' } : { kind: 'previsao', text: texto }} nouns={NOMES} />;
}

/** When documents are expected, from the category's rhythm; null for one without a rhythm. */
export function previsao({ ritmo, resumo }: Pick<Categoria, 'ritmo' | 'resumo'>): string | null {
  if (ritmo.meses === null) return null;
  const ritmoEmPalavras = `Esta lista recebe documentos ${ritmo.rotulo.toLowerCase()}.`;
  const atraso = resumo?.atrasada_desde ?? null;
  if (atraso === null) return `${ritmoEmPalavras} O primeiro aparece aqui assim que for publicado.`;
  return `${ritmoEmPalavras} O documento do período encerrado em ${formatDate(resumo?.periodo_devido_fim ?? atraso)} está em atraso desde ${formatDate(atraso)}.`;
}
