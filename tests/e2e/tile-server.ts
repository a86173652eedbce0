/** A tile server on its own port, so that its origin differs from the site's. */
import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { listening } from '../support/listening.ts';

export interface TileServer extends AsyncDisposable {
  readonly origin: string;
  /** The template for MAP_TILE_URL. */
  readonly template: string;
  /** `z/x/y` of each tile that was asked for, in order. */
  readonly asked: string[];
  /** Referrers that came with the requests. */
  readonly referrers: ReadonlySet<string>;
  /** From now on tiles are drawn, refused with 503, or never answered. */
  mode: 'draw' | 'refuse' | 'hang';
}

/** Starts the service; end it by disposing it. */
export async function startTileServer(): Promise<TileServer> {
  const asked: string[] = [];
  const referrers = new Set<string>();
  const open = new Set<ServerResponse>();
  const server = createServer((req, res) => {
    const tile = /^\/(\d+\/\d+\/\d+)\.png$/.exec(req.url ?? '')?.[1];
    referrers.add(req.headers.referer ?? '');
    asked.push(tile ?? `not a tile: ${req.url}`);
    open.add(res);
    res.once('close', () => open.delete(res));
    if (state.mode === 'hang') return;
    if (tile === undefined || state.mode === 'refuse') res.writeHead(503).end();
    else void drawTile(tile).then((png) => res.writeHead(200, { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' }).end(png));
  });
  const { origin, close } = await listening(server);
  const state: TileServer = {
    origin,
    template: `${origin}/{z}/{x}/{y}.png`,
    asked,
    referrers,
    mode: 'draw',
    [Symbol.asyncDispose]: async () => {
      for (const res of open) res.destroy();
      await close();
    },
  };
  return state;
}

/** A light tile with a border and its own name, such as streets are drawn on. */
function drawTile(name: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#f2efe9"/>
<path d="M0 90H256M120 0V256" stroke="#fff" stroke-width="14"/><path d="M0 200 256 150" stroke="#aad3df" stroke-width="20"/>
<rect width="256" height="256" fill="none" stroke="#c8c2b5"/><text x="12" y="40" font-size="18" fill="#444">${name}</text></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
