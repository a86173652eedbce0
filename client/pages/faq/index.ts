import { FaqDocument } from '../../../shared/graphql/generated/documents/Faq.ts';

export { PaginaFaq as PageComponent } from './page.tsx';

export const documents = [FaqDocument];
