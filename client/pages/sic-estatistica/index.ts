import { RelatoriosDoCanalDocument } from '../../../shared/graphql/generated/documents/RelatoriosDoCanal.ts';

export { PaginaSicEstatistica as PageComponent } from './pagina-sic-estatistica.tsx';

export const documents = [RelatoriosDoCanalDocument];
