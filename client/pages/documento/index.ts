import { DocumentoDocument } from '../../../shared/graphql/generated/documents/Documento.ts';

export { PaginaDocumento as PageComponent } from './page.tsx';

export const documents = [DocumentoDocument];
