/** The gallery of components at `/_galeria`, for `npm run dev` and its tests alone: Vite serves the stories from their sources. */
import type { Plugin } from 'vite';

export const GALLERY_PATH = '/_galeria';

const PAGE = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Galeria de componentes</title></head>
<body><div id="galeria"></div><script type="module" src="/client/gallery/main.tsx"></script></body>
</html>`;

/** Returns a plugin whose server answers the page of the gallery. A build has no server, so it never has the page. */
export function gallery(): Plugin {
  return {
    name: 'gallery',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(GALLERY_PATH, (_req, res, next) => {
        vite.transformIndexHtml(GALLERY_PATH, PAGE).then((html) => {
          res.setHeader('content-type', 'text/html; charset=utf-8');
          res.end(html);
        }, next);
      });
    },
  };
}
