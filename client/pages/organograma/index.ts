import { OrganogramaDocument } from '../../../shared/graphql/generated/documents/Organograma.ts';

export { PaginaOrganograma as PageComponent } from './page.tsx';

export const documents = [OrganogramaDocument];
