import { OrganogramaDocument } from '../../../shared/graphql/generated/documents/Organograma.ts';

export { PaginaOrganograma as PageComponent } from './pagina-organograma.tsx';

export const documents = [OrganogramaDocument];
