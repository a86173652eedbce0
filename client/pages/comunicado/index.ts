import { ComunicadoDocument } from '../../../shared/graphql/generated/documents/Comunicado.ts';

export { PaginaComunicado as PageComponent } from './page.tsx';

export const documents = [ComunicadoDocument];
