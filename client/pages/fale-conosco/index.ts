import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';

export { PaginaFaleConosco as PageComponent } from './pagina-fale-conosco.tsx';

export const documents = [UnidadesDocument];
