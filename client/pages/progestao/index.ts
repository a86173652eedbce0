import { ProgestaoDocument } from '../../../shared/graphql/generated/documents/Progestao.ts';

export { PaginaProgestao as PageComponent } from './pagina-progestao.tsx';

export const documents = [ProgestaoDocument];
