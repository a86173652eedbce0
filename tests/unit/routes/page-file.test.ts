import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageFile, pageFolder, ROUTES } from '../../../shared/routes/table.ts';

test('the folder of a page is the route id in kebab case', () => {
  expect(['faq', 'bannerComunicado', 'sicEstatistica'].map(pageFolder)).toEqual([
    'client/pages/faq/',
    'client/pages/banner-comunicado/',
    'client/pages/sic-estatistica/',
  ]);
});

test('the registry imports the file that the table of routes names', () => {
  const registry = readFileSync('client/pages/registry.ts', 'utf8');
  const imported = [...registry.matchAll(/^ {2}(\w+): \(\) => import\('\.\/([^']+)'\)/gm)].map(
    ([, id, file]) => `${id}: client/pages/${file}`,
  );
  expect(new Set(imported)).toEqual(new Set(ROUTES.map(({ id }) => `${id}: ${pageFile(id)}`)));
});
