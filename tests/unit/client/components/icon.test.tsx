import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUNDLED_ICONS } from '../../../../client/components/media/icon/bundled-icons.ts';
import { Icon, IconsContext } from '../../../../client/components/media/icon/icon.tsx';
import { createIconLoader } from '../../../../client/components/media/icon/icon-loader.ts';
import { htmlOf } from './render.ts';

const INSTALADOS: { icons: Record<string, { body: string } | undefined> } = JSON.parse(
  readFileSync('node_modules/@iconify-json/lucide/icons.json', 'utf8'),
);

/** What every body of the collection says of its lines. */
const TRACO = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

test.each(Object.entries(BUNDLED_ICONS))(
  '%s is the icon of the installed package, without what the stylesheet says of its lines',
  (nome, { body }) => {
    const instalado = INSTALADOS.icons[nome.replace('lucide:', '')]?.body ?? '';
    expect([`<g${TRACO}>${body}</g>`, body.replace('<path', `<path${TRACO}`)]).toContain(instalado);
  },
);

/** Shows what the server of icons brings. */
const PAGE_OF_ICONS = 'client/pages/teste/page.tsx';

test('every icon that the code of pages names comes with the page', () => {
  const named = globSync(['client/**/*.{ts,tsx}', 'shared/**/*.ts'])
    .filter((file) => file !== PAGE_OF_ICONS)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'(lucide:[a-z0-9-]+)'|"(lucide:[a-z0-9-]+)"/g)].map(([, one, other]) => one ?? other),
    );
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter((name) => !Object.hasOwn(BUNDLED_ICONS, name ?? ''));
  expect(missing, 'give these a body in client/components/media/icon/bundled-icons.ts').toEqual([]);
});

test('the stylesheet says of the lines of those icons what the package says', () => {
  const regra = /^\.stroke \{\s+(fill.*?)^\}/ms.exec(readFileSync('client/components/media/icon/icon.module.css', 'utf8'))?.[1] ?? '';
  const ditas = [...regra.matchAll(/([\w-]+): (\w+);/g)].map(([, nome, valor]) => `${nome}="${valor}"`);
  expect(ditas.join(' ').toLowerCase()).toBe(TRACO.trim().toLowerCase());
});

test('an icon of the content keeps its own lines', () => {
  const icones = { 'mdi:bank': { body: '<path fill="currentColor" d="M1 1"/>', width: 24, height: 24 } };
  const classe = (html: string): string | undefined => /class="([^"]*)"/.exec(html)?.[1];
  const html = htmlOf(
    <IconsContext value={icones}>
      <Icon name="mdi:bank" />
    </IconsContext>,
  );
  expect(classe(html)).not.toBe(classe(htmlOf(<Icon name="lucide:phone" />)));
});

describe('Icon', () => {
  test('an icon without a label is decoration, and one with a label has the role of an image', () => {
    expect(htmlOf(<Icon name="lucide:phone" />)).toContain('aria-hidden="true"');
    const html = htmlOf(<Icon name="lucide:phone" label="Telefone" />);
    expect(html).toContain('role="img" aria-label="Telefone"');
    expect(html).not.toContain('aria-hidden');
  });

  test('an icon of the content is drawn from the icons that the page brings', () => {
    const icones = { 'lucide:sprout': { body: '<path d="M1 1"/>', width: 20, height: 16 } };
    const html = htmlOf(
      <IconsContext value={icones}>
        <Icon name="lucide:sprout" />
      </IconsContext>,
    );
    expect(html).toContain('viewBox="0 0 20 16"');
    expect(html).toContain('<path d="M1 1"/>');
  });

  test('an icon that the page does not bring is drawn as nothing', () => {
    expect(htmlOf(<Icon name="lucide:sprout" />)).toBe('');
  });
});

describe('the loader of missing icons', () => {
  interface Mundo {
    readonly pedidos: string[];
    readonly mensagens: string[];
    vencer: () => void;
  }

  function mundo(responder: (signal: AbortSignal) => Promise<Response>): Mundo & { readonly loader: ReturnType<typeof createIconLoader> } {
    const pedidos: string[] = [];
    const mensagens: string[] = [];
    const estado: Mundo = { pedidos, mensagens, vencer: () => undefined };
    const loader = createIconLoader({
      fetch: (url, { signal }) => {
        pedidos.push(url);
        return responder(signal);
      },
      log: (mensagem) => mensagens.push(mensagem),
      after: (milliseconds, run) => {
        expect(milliseconds).toBe(1500);
        estado.vencer = run;
        return () => {
          estado.vencer = () => undefined;
        };
      },
    });
    return Object.assign(estado, { loader });
  }

  const resposta = (dados: unknown): Promise<Response> => Promise.resolve(Response.json(dados));

  test('the loader of icons asks the own origin and reads the size of the icon, the collection or the default', async () => {
    const { loader, pedidos } = mundo(() =>
      resposta({ prefix: 'lucide', width: 24, height: 24, icons: { sprout: { body: '<g/>', height: 12 } } }),
    );
    expect(await loader.load('lucide:sprout')).toEqual({ body: '<g/>', width: 24, height: 12 });
    expect(pedidos).toEqual(['/_icon/lucide.json?icons=sprout']);
  });

  test('the loader of icons asks for each name once', async () => {
    const { loader, pedidos } = mundo(() => resposta({ icons: {} }));
    expect(await Promise.all([loader.load('lucide:nada'), loader.load('lucide:nada')])).toEqual([null, null]);
    expect(pedidos).toHaveLength(1);
  });

  test('the loader of icons gives up after 1500 ms and reports it', async () => {
    const lento = mundo((signal) => new Promise((_, recusar) => signal.addEventListener('abort', () => recusar(signal.reason))));
    const pedido = lento.loader.load('lucide:sprout');
    lento.vencer();
    expect(await pedido).toBeNull();
    expect(lento.mensagens).toEqual(['[Icon] loading icon `lucide:sprout` timed out after 1500ms']);
  });

  test.each(['lucide', 'lucide:', ':x', 'lucide:a/../b', 'LUCIDE:A', '//evil:x'])(
    'the loader of icons sends no request for the invalid name %s',
    async (nome) => {
      const { loader, pedidos } = mundo(() => resposta({}));
      expect(await loader.load(nome)).toBeNull();
      expect(pedidos).toEqual([]);
    },
  );

  test('the loader of icons shows nothing for an unknown collection and for an invalid answer', async () => {
    expect(await mundo(() => Promise.resolve(new Response('', { status: 404 }))).loader.load('nada:x')).toBeNull();
    expect(await mundo(() => resposta('texto')).loader.load('lucide:x')).toBeNull();
    expect(await mundo(() => Promise.reject(new TypeError('offline'))).loader.load('lucide:x')).toBeNull();
  });
});
