export { PaginaMenuCompleto as Pagina } from './pagina-menu-completo.tsx';

export const documents = [];
