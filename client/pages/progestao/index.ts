import { ProgestaoDocument } from '../../../shared/graphql/generated/documents/Progestao.ts';

export { PaginaProgestao as PageComponent } from './page.tsx';

export const documents = [ProgestaoDocument];
