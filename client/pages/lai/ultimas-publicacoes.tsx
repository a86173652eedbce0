import type { ReactElement } from 'react';
import { DocumentosRecentesDocument } from '../../../shared/graphql/generated/documents/DocumentosRecentes.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { ListaDeDocumentos } from '../../components/documents/lista-de-documentos/lista-de-documentos.tsx';
import { EmptyList } from '../../components/feedback/empty-state/empty-state.tsx';

/** The newest documents of all categories. */
export function UltimasPublicacoes(): ReactElement {
  const { documento: documentos } = useOperation(DocumentosRecentesDocument);
  if (documentos.length === 0) return <EmptyList reason={{ kind: 'novo' }} nouns={{ one: 'documento', many: 'documentos' }} />;
  return (
    <ListaDeDocumentos
      documentos={documentos.map(({ id, categoria_slug, titulo, publicado_em, categoria }) => ({
        id,
        titulo,
        href: routePath('documento', { category: categoria_slug, id }),
        data: publicado_em,
        ementa: categoria?.rotulo ?? null,
        arquivos: [],
      }))}
    />
  );
}
