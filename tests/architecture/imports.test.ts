/** Who may import whom. One table; a folder that is not in it may not exist under server/, client/ or shared/. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, isLocal, ROOT, sourceFiles } from './tree.ts';

interface Rule {
  /** Path prefix of the importing file; the longest matching prefix decides. */
  readonly from: string;
  /** Prefixes it may import, beside its own. */
  readonly may: readonly string[];
  /** npm packages that are not for this folder. */
  readonly never?: readonly string[];
}

const BROWSER_HOSTILE = ['node:', 'express', 'pg', '@electric-sql/pglite', 'sharp', 'pino', 'sanitize-html', 'pdfkit', 'yaml'];
const ROUTER_IMPORTS = [
  'shared/',
  'server/http/',
  'server/message/',
  'server/observability/',
  'server/backend/backend.ts',
  'server/backend/auth/',
];

/** What both backends build on. */
const BACKENDS = [
  'shared/',
  'server/message/',
  'server/observability/',
  'server/backend/backend.ts',
  'server/backend/auth/',
  'server/backend/background-refresh.ts',
  'server/backend/changes/',
  'server/backend/rate-limiter.ts',
];

const RULES: readonly Rule[] = [
  { from: 'shared/', may: ['shared/'], never: [...BROWSER_HOSTILE, 'react'] },
  { from: 'client/', may: ['shared/', 'client/'], never: BROWSER_HOSTILE },
  // The administration is an application of its own: it shares the site's tokens and nothing else of its client.
  { from: 'client/admin/', may: ['shared/', 'client/styles/'], never: [...BROWSER_HOSTILE, '@apollo/client'] },
  { from: 'client/components/', may: ['shared/', 'client/styles/'], never: [...BROWSER_HOSTILE, '@apollo/client'] },
  {
    from: 'client/layouts/',
    may: ['shared/', 'client/components/', 'client/styles/', 'client/accessibility/', 'client/fast/'],
    never: [...BROWSER_HOSTILE, '@apollo/client'],
  },
  { from: 'server/main.ts', may: ['server/', 'shared/'] },
  { from: 'server/compose.ts', may: ['server/', 'shared/'] },
  { from: 'server/routers.ts', may: ['server/', 'shared/'] },
  { from: 'server/backend-alone.ts', may: ['server/', 'shared/'] },
  { from: 'server/reencrypt-cases.ts', may: ['server/', 'shared/'] },
  {
    from: 'server/backup.ts',
    may: ['server/backend/', 'server/config/config.ts', 'server/observability/', 'server/project/restored-mail.ts'],
  },
  { from: 'server/rendering.ts', may: ['client/entry-server.tsx', 'server/admin/', 'server/builds/', 'server/purge/', 'server/ssr/'] },
  { from: 'server/content.ts', may: ['server/backend/', 'server/open-backend.ts', 'server/observability/'] },
  {
    from: 'server/cases-of-site.ts',
    may: [
      'shared/',
      'server/feedback/',
      'server/backend/rate-limiter.ts',
      'server/cases/',
      'server/config/config.ts',
      'server/content.ts',
      'server/http/',
      'server/email-subscriptions/',
      'server/observability/',
      'server/ssr/',
    ],
  },
  {
    from: 'server/password-links-of-site.ts',
    may: [
      'shared/',
      'server/backend/rate-limiter.ts',
      'server/cases/',
      'server/config/config.ts',
      'server/content.ts',
      'server/http/',
      'server/observability/',
      'server/password-links/',
      'server/ssr/',
    ],
  },
  {
    from: 'server/pages.ts',
    may: [
      'shared/',
      'server/builds/',
      'server/config/config.ts',
      'server/content.ts',
      'server/observability/',
      'server/rendering.ts',
      'server/ssr/',
    ],
  },
  { from: 'server/observability/edge-log.ts', may: ['server/observability/', 'server/edge/index.ts'] },
  { from: 'server/site-edge.ts', may: ['shared/', 'server/edge/index.ts', 'server/http/', 'server/message/', 'server/observability/'] },
  {
    from: 'server/cache-in-front.ts',
    may: [
      'shared/',
      'server/site-edge.ts',
      'server/shared-cache.ts',
      'server/purge/',
      'server/edge/index.ts',
      'server/backend/backend.ts',
      'server/config/config.ts',
      'server/http/client-quotas.ts',
      'server/observability/',
    ],
  },
  {
    from: 'server/shared-cache.ts',
    may: ['server/edge/index.ts', 'server/backend/backend.ts', 'server/config/config.ts', 'server/observability/'],
  },
  {
    from: 'server/result-caches.ts',
    may: ['shared/', 'server/backend/publication/', 'server/images/', 'server/memory/', 'server/ssr/'],
  },
  {
    from: 'server/open-backend.ts',
    may: ['shared/', 'server/backend/', 'server/config/config.ts', 'server/config/hosted.ts', 'server/observability/'],
  },
  { from: 'server/app.ts', may: ['shared/', 'server/http/'] },
  { from: 'server/config/', may: ['shared/session/credentials.ts', 'server/config/', 'server/observability/'] },
  { from: 'server/tooling/', may: ['server/', 'shared/'] },
  // The grammar of HTTP messages is pure: it imports nothing of the tree.
  { from: 'server/message/', may: [], never: ['express', 'react', 'react-dom'] },
  { from: 'server/http/', may: ['shared/', 'server/message/', 'server/observability/'] },
  { from: 'server/observability/', may: ['shared/'] },
  { from: 'server/memory/', may: [] },
  { from: 'server/ssr/', may: [...ROUTER_IMPORTS, 'server/memory/', 'client/entry-server.tsx'], never: ['react', 'react-dom'] },
  {
    from: 'server/edge/',
    may: ['shared/cache/', 'shared/time/', 'server/message/', 'server/observability/'],
    never: ['express', 'react', 'react-dom'],
  },
  { from: 'server/images/', may: [...ROUTER_IMPORTS, 'server/memory/'] },
  { from: 'server/files/', may: ROUTER_IMPORTS },
  { from: 'server/icons/', may: ROUTER_IMPORTS },
  { from: 'server/tema/', may: ROUTER_IMPORTS },
  { from: 'server/builds/', may: ROUTER_IMPORTS },
  { from: 'server/health/', may: ROUTER_IMPORTS },
  { from: 'server/hooks/', may: ROUTER_IMPORTS },
  { from: 'server/admin/', may: ROUTER_IMPORTS },
  { from: 'server/preview/', may: ROUTER_IMPORTS },
  { from: 'server/publicacao/', may: [...ROUTER_IMPORTS, 'server/backend/rate-limiter.ts'] },
  { from: 'server/graphql/', may: ROUTER_IMPORTS },
  { from: 'server/auth/', may: ROUTER_IMPORTS },
  { from: 'server/cases/', may: [...ROUTER_IMPORTS, 'server/backend/background-refresh.ts', 'server/backend/rate-limiter.ts'] },
  {
    from: 'server/feedback/',
    may: [...ROUTER_IMPORTS, 'server/cases/', 'server/publicacao/public-data.ts', 'server/ssr/page/', 'client/entry-server.tsx'],
  },
  { from: 'server/email-subscriptions/', may: [...ROUTER_IMPORTS, 'server/cases/'] },
  { from: 'server/password-links/', may: [...ROUTER_IMPORTS, 'server/backend/rate-limiter.ts', 'server/cases/'] },
  { from: 'server/purge/', may: [...ROUTER_IMPORTS, 'server/edge/index.ts'] },
  { from: 'server/operations/', may: ROUTER_IMPORTS },
  { from: 'server/backend/', may: ['shared/', 'server/message/', 'server/observability/', 'server/backend/backend.ts'] },
  { from: 'server/backend/embedded/', may: BACKENDS },
  { from: 'server/backend/nhost/', may: BACKENDS },
  { from: 'server/project/', may: ['shared/', 'server/backend/embedded/database.ts'] },
];

function ruleFor(file: string): Rule | undefined {
  return RULES.filter(({ from }) => file.startsWith(from)).sort((a, b) => b.from.length - a.from.length)[0];
}

const files = await sourceFiles();
const imports = (await Promise.all(files.map(importsOf))).flat();

describe('who may import whom', () => {
  test('the scanner sees the tree', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.filter(({ target }) => isLocal(target)).length).toBeGreaterThan(50);
  });

  test('every file has a rule', () => {
    expect(files.filter((file) => ruleFor(file) === undefined)).toEqual([]);
  });

  test('no import crosses a boundary', () => {
    const crossing = imports.filter(({ file, target }) => {
      const rule = ruleFor(file);
      return (
        rule !== undefined && isLocal(target) && !target.startsWith(rule.from) && !rule.may.some((prefix) => target.startsWith(prefix))
      );
    });
    expect(crossing.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test('no folder imports a package that is not for it', () => {
    const wrong = imports.filter(({ file, target, typeOnly }) => {
      const never = ruleFor(file)?.never ?? [];
      return (
        !typeOnly && !isLocal(target) && never.some((name) => target === name || target.startsWith(name.endsWith(':') ? name : `${name}/`))
      );
    });
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});

describe('the administration application', () => {
  test('no other file of the client imports it', () => {
    const inward = imports.filter(({ file, target }) => !file.startsWith('client/admin/') && target.startsWith('client/admin/'));
    expect(inward.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test('no other file of the client imports its packages', () => {
    const packages = ['react-admin', 'ra-', '@mui/', '@emotion/', '@tiptap/', '@tanstack/', 'react-hook-form'];
    const found = imports.filter(
      ({ file, target }) =>
        file.startsWith('client/') && !file.startsWith('client/admin/') && packages.some((name) => target.startsWith(name)),
    );
    expect(found.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});

describe('the gallery of components', () => {
  /** They need more of the site than a gallery has (the query of a list, its menu, a picture), or are parts of others; the walk looks at their pages. */
  const WITHOUT_STORY = [
    'documents/detalhes-do-documento/detalhes-do-documento.tsx',
    'documents/linha-de-documento/linha-de-documento.tsx',
    'feedback/error-boundary/error-boundary.tsx',
    'layout/column/column.tsx',
    'media/image/image.tsx',
  ];
  const GALLERY = 'client/gallery/';

  test('no file of the site imports it, so no build has it', () => {
    const inward = imports.filter(
      ({ file, target }) => !file.startsWith(GALLERY) && !file.startsWith('tests/') && target.startsWith(GALLERY),
    );
    expect(inward.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test('every component that stands alone has a story', async () => {
    const shown = new Set(imports.filter(({ file }) => file.startsWith(GALLERY)).map(({ target }) => target));
    const withStyles = (await sourceFiles()).filter((file) => /^client\/components\/.+\.tsx$/.test(file) && !shown.has(file));
    expect(withStyles.map((file) => file.replace('client/components/', '')).filter((file) => !WITHOUT_STORY.includes(file))).toEqual([]);
    // A name that no longer stands for a file would hide the next one.
    expect(WITHOUT_STORY.filter((file) => !withStyles.includes(`client/components/${file}`))).toEqual([]);
  });
});

describe('one place per fact', () => {
  test.each([
    [
      'process.env',
      /process\.env\b/,
      [
        'server/backup.ts',
        'server/config/config.ts',
        'server/main.ts',
        'server/reencrypt-cases.ts',
        'server/tooling/build.ts',
        'server/tooling/server-process.ts',
      ],
    ],
    [
      // What reads must be noted by the statement, or subscriptions would not follow it (decision 0049).
      'the name of a table in SQL that reads',
      /\bquoteTable\(/,
      [
        'server/backend/embedded/graphql/compiler/identifiers.ts',
        // The type of a row.
        'server/backend/embedded/graphql/compiler/function-call.ts',
        'server/backend/embedded/graphql/compiler/statement.ts',
        'server/backend/embedded/graphql/compiler/mutation/change.ts',
        'server/backend/embedded/graphql/compiler/mutation/insert.ts',
        'server/backend/embedded/graphql/compiler/mutation/returning.ts',
        'server/backend/embedded/graphql/model/enum-values.ts',
      ],
    ],
    ['a Cache-Control of our own', /(?:setHeader|append|header|set)\(\s*['"](?:cdn-)?cache-control['"]/i, ['server/http/cache-headers.ts']],
  ])('%s stands in its one file', async (_name, pattern, allowed) => {
    const found: string[] = [];
    for (const file of files) {
      if (allowed.includes(file)) continue;
      if (pattern.test(await readFile(path.join(ROOT, file), 'utf8'))) found.push(file);
    }
    expect(found).toEqual([]);
  });
});
