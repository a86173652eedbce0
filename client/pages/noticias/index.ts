import { NoticiasDocument } from '../../../shared/graphql/generated/documents/Noticias.ts';

export { PaginaNoticias as Pagina } from './pagina-noticias.tsx';

export const documents = [NoticiasDocument];
