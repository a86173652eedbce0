/** Where the page of a route lies. The manifest of a build and the development server know a page by its file. */
import { ROUTES } from './table.ts';

const FOLDERS: ReadonlyMap<string, string> = new Map(ROUTES.map(({ id, pageFolder }) => [id, pageFolder ?? kebabCase(id)]));

/** Returns the folder of a route's page, from the root of the repository, with its final slash: `client/pages/banner-comunicado/`. */
export function pageFolder(routeId: string): string {
  return `client/pages/${FOLDERS.get(routeId) ?? kebabCase(routeId)}/`;
}

/** Returns the file of a route's page, from the root of the repository. */
export function pageFile(routeId: string): string {
  return `${pageFolder(routeId)}page.tsx`;
}

function kebabCase(id: string): string {
  return id.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
