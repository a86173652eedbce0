import { describe, expect, it } from 'vitest';
import { type Manifest, manifestAssets } from '../../../../server/ssr/document/assets.ts';

const MANIFEST: Manifest = {
  'client/boot.ts': { file: 'assets/boot.js', css: ['assets/boot.css'], dynamicImports: ['_live.js', 'client/entry-client.tsx'] },
  '_live.js': { file: 'assets/live.js', name: 'live' },
  'client/entry-client.tsx': { file: 'assets/entry.js', name: 'entry-client', css: ['assets/entry.css'], imports: ['_react.js'] },
  // The bundler lets modules import each other.
  '_react.js': { file: 'assets/react.js', imports: ['client/entry-client.tsx'] },
  '_lista.js': { file: 'assets/lista.js', css: ['assets/lista.css'], imports: ['client/entry-client.tsx'] },
  'client/pages/orgao-colegiado/page.tsx': {
    file: 'assets/comite.js',
    css: ['assets/lista.css', 'assets/comite.css'],
    imports: ['_lista.js'],
  },
  'client/styles/no-script.css': { file: 'assets/sem-script.css' },
};

describe('the files of a document', () => {
  it('are the site and the page with what they import, dependencies first', () => {
    expect(manifestAssets(MANIFEST).forRoute('comiteInvestimento')).toEqual({
      styles: ['/assets/boot.css', '/assets/entry.css', '/assets/lista.css', '/assets/comite.css'],
      noScriptStyle: '/assets/sem-script.css',
      scripts: ['/assets/boot.js'],
      modules: ['/assets/lista.js', '/assets/comite.js'],
    });
  });

  it.each([
    ['on an error screen', null],
    ['on a page that the build knows no file of', 'sic'],
  ])('are those of the site alone %s', (_where, routeId) => {
    expect(manifestAssets(MANIFEST).forRoute(routeId)).toEqual({
      styles: ['/assets/boot.css', '/assets/entry.css'],
      noScriptStyle: '/assets/sem-script.css',
      scripts: ['/assets/boot.js'],
      modules: [],
    });
  });

  it('are found once for each route', () => {
    const assets = manifestAssets(MANIFEST);
    expect(assets.forRoute('comiteInvestimento')).toBe(assets.forRoute('comiteInvestimento'));
    expect(assets.forRoute('comiteInvestimento')).not.toBe(assets.forRoute(null));
  });

  it('have no stylesheet for readers without script where the build made none', () => {
    const { 'client/styles/no-script.css': _without, ...rest } = MANIFEST;
    expect(manifestAssets(rest).forRoute(null)).toMatchObject({ noScriptStyle: null });
  });

  it('begin with the upright fonts that the styles of the site name', () => {
    expect(manifestAssets(MANIFEST).fonts).toEqual([]);
    const assets = ['assets/inter-latin-normal-a1.woff2', 'assets/inter-latin-italic-b2.woff2', 'assets/foto-normal-c3.webp'];
    const entry = { file: 'assets/entry.js', name: 'entry-client', assets };
    expect(manifestAssets({ ...MANIFEST, 'client/entry-client.tsx': entry }).fonts).toEqual(['/assets/inter-latin-normal-a1.woff2']);
  });

  it('cannot be made from a manifest without the entries', () => {
    expect(() => manifestAssets({ 'client/boot.ts': { file: 'assets/boot.js' } })).toThrow('client/boot.ts');
    const dangling = { 'client/boot.ts': { file: 'assets/boot.js', dynamicImports: ['client/entry-client.tsx'] } };
    expect(() => manifestAssets(dangling)).toThrow('entry-client');
  });
});
