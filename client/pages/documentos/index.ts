import { DocumentosDaCategoriaDocument } from '../../../shared/graphql/generated/documents/DocumentosDaCategoria.ts';

export { PaginaDocumentos as PageComponent } from './page.tsx';

export const documents = [DocumentosDaCategoriaDocument];
