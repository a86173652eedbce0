import { NoticiasDocument } from '../../../shared/graphql/generated/documents/Noticias.ts';

export { PaginaNoticias as PageComponent } from './page.tsx';

export const documents = [NoticiasDocument];
