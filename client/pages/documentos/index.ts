import { DocumentosDaCategoriaDocument } from '../../../shared/graphql/generated/documents/DocumentosDaCategoria.ts';

export { PaginaDocumentos as PageComponent } from './pagina-documentos.tsx';

export const documents = [DocumentosDaCategoriaDocument];
