import { PaginaDocument } from '../../../shared/graphql/generated/documents/Pagina.ts';

export { PaginaDeConteudo as PageComponent } from './pagina-de-conteudo.tsx';

export const documents = [PaginaDocument];
