import { AtualizacaoDaTransparenciaDocument } from '../../../shared/graphql/generated/documents/AtualizacaoDaTransparencia.ts';
import { DocumentosRecentesDocument } from '../../../shared/graphql/generated/documents/DocumentosRecentes.ts';

export { PaginaLai as PageComponent } from './page.tsx';

export const documents = [DocumentosRecentesDocument, AtualizacaoDaTransparenciaDocument];
