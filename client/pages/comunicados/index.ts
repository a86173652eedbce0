import { ComunicadosDocument } from '../../../shared/graphql/generated/documents/Comunicados.ts';

export { PaginaComunicados as Pagina } from './pagina-comunicados.tsx';

export const documents = [ComunicadosDocument];
