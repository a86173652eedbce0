import { RelatoriosDoCanalDocument } from '../../../shared/graphql/generated/documents/RelatoriosDoCanal.ts';

export { PaginaSicEstatistica as Pagina } from './pagina-sic-estatistica.tsx';

export const documents = [RelatoriosDoCanalDocument];
