import { OrganogramaDocument } from '../../../shared/graphql/generated/documents/Organograma.ts';

export { PaginaOrganograma as Pagina } from './pagina-organograma.tsx';

export const documents = [OrganogramaDocument];
