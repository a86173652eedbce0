import { ProgestaoPainelDocument } from '../../../shared/graphql/generated/documents/ProgestaoPainel.ts';

export { PaginaProgestaoPainel as PageComponent } from './page.tsx';

export const documents = [ProgestaoPainelDocument];
