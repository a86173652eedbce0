export { PaginaMenuCompleto as PageComponent } from './pagina-menu-completo.tsx';

export const documents = [];
