import { describe, expect, it } from 'vitest';
import { type Manifest, manifestAssets } from '../../../../server/ssr/document/assets.ts';

const MANIFEST: Manifest = {
  'client/boot.ts': { file: 'assets/boot.js', css: ['assets/boot.css'], dynamicImports: ['_live.js', 'client/entry-client.tsx'] },
  '_live.js': { file: 'assets/live.js', name: 'live' },
  'client/entry-client.tsx': { file: 'assets/entry.js', name: 'entry-client', css: ['assets/entry.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_lista.js': { file: 'assets/lista.js', css: ['assets/lista.css'], imports: ['client/entry-client.tsx'] },
  'client/pages/orgao-colegiado/page.tsx': { file: 'assets/comite.js', css: ['assets/comite.css'], imports: ['_lista.js'] },
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

  it('are those of the site alone on an error screen', () => {
    expect(manifestAssets(MANIFEST).forRoute(null)).toMatchObject({ styles: ['/assets/boot.css', '/assets/entry.css'] });
  });

  it('cannot be made from a manifest without the entries', () => {
    expect(() => manifestAssets({ 'client/boot.ts': { file: 'assets/boot.js' } })).toThrow('client/boot.ts');
    const dangling = { 'client/boot.ts': { file: 'assets/boot.js', dynamicImports: ['client/entry-client.tsx'] } };
    expect(() => manifestAssets(dangling)).toThrow('entry-client');
  });
});
