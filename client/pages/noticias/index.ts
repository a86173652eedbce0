import { NoticiasDocument } from '../../../shared/graphql/generated/documents/Noticias.ts';

export { PaginaNoticias as PageComponent } from './pagina-noticias.tsx';

export const documents = [NoticiasDocument];
