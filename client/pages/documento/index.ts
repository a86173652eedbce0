import { DocumentoDocument } from '../../../shared/graphql/generated/documents/Documento.ts';

export { PaginaDocumento as PageComponent } from './pagina-documento.tsx';

export const documents = [DocumentoDocument];
