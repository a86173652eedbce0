import { ProgestaoPainelDocument } from '../../../shared/graphql/generated/documents/ProgestaoPainel.ts';

export { PaginaProgestaoPainel as PageComponent } from './pagina-progestao-painel.tsx';

export const documents = [ProgestaoPainelDocument];
