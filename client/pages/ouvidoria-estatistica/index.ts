import { RelatoriosDoCanalDocument } from '../../../shared/graphql/generated/documents/RelatoriosDoCanal.ts';

export { PaginaOuvidoriaEstatistica as PageComponent } from './pagina-ouvidoria-estatistica.tsx';

export const documents = [RelatoriosDoCanalDocument];
