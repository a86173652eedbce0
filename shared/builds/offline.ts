/**
 * What server, browser and service worker agree on about reading without network (decision 0091).
 */

/** Address of the service worker, at the root because it serves the whole site. */
export const WORKER_PATH = '/trabalhador.js';

/** Stands in the built worker where the server writes the id of the running build. */
export const BUILD_PLACE = '__BUILD_ID__';

/** Stylesheet of the page that is shown without network; the worker keeps it from its installation on. */
export const OFFLINE_STYLE = '/sem-conexao.css';

/** Name of the store of the pages that were read. */
export const PAGES_CACHE = 'paginas-lidas';
