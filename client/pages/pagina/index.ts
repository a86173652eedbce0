import { PaginaDocument } from '../../../shared/graphql/generated/documents/Pagina.ts';

export { PaginaDeConteudo as PageComponent } from './page.tsx';

export const documents = [PaginaDocument];
