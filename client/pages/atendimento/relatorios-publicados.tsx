import type { ReactElement } from 'react';
import { RelatoriosDoCanalDocument } from '../../../shared/graphql/generated/documents/RelatoriosDoCanal.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { enderecoDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { ListaDeDocumentos } from '../../components/documents/lista-de-documentos/lista-de-documentos.tsx';
import { EmptyList } from '../../components/feedback/empty-state/empty-state.tsx';
import { arquivosDaLinha } from '../documentos/documento-da-lista.ts';

/** The yearly reports of a channel, newest first. */
export function RelatoriosPublicados(): ReactElement {
  const { documento: documentos } = useOperation(RelatoriosDoCanalDocument);
  if (documentos.length === 0) return <EmptyList reason={{ kind: 'novo' }} nouns={{ one: 'relatório', many: 'relatórios' }} />;
  return (
    <ListaDeDocumentos
      documentos={documentos.map((row) => ({
        id: row.id,
        titulo: row.titulo,
        href: enderecoDoDocumento(row),
        data: row.publicado_em,
        sobretitulo: `Exercício ${row.exercicio}`,
        ementa: row.resumo_simples,
        arquivos: arquivosDaLinha(row),
      }))}
    />
  );
}
