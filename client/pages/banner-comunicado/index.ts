import { BannerComunicadoDocument } from '../../../shared/graphql/generated/documents/BannerComunicado.ts';

export { PaginaBannerComunicado as PageComponent } from './page.tsx';

export const documents = [BannerComunicadoDocument];
