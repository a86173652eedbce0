export { PaginaMenuCompleto as PageComponent } from './page.tsx';

export const documents = [];
