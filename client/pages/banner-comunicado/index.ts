import { BannerComunicadoDocument } from '../../../shared/graphql/generated/documents/BannerComunicado.ts';

export { PaginaBannerComunicado as PageComponent } from './pagina-banner-comunicado.tsx';

export const documents = [BannerComunicadoDocument];
