import { FaqDocument } from '../../../shared/graphql/generated/documents/Faq.ts';

export { PaginaFaq as PageComponent } from './pagina-faq.tsx';

export const documents = [FaqDocument];
