/** The files of pages and of sets, from the content of a database and without a cache. */
import express from 'express';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { maskedBackend } from '../../../server/backend/sanitize/masked-backend.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { PAGE_FILES } from '../../../server/publicacao/page-files.ts';
import { publisherOf } from '../../../server/publicacao/publisher.ts';
import { createPublicationRouter } from '../../../server/publicacao/router.ts';
import { createWellKnownFilesRouter } from '../../../server/publicacao/well-known-files.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

/** Makes the app of a site whose lists of documents are of these categories. */
export async function filesOf(database: Database, categories: readonly string[], demonstracao = false): Promise<express.Express> {
  const engine = await createGraphqlEngine({ database, metadata: await projectMetadata() });
  const backend = maskedBackend({
    kind: 'embedded',
    isDemonstration: () => false,
    allowList: undefined,
    auth: NO_AUTH,
    execute: (query, options) => engine.execute(query, options),
    subscribe: async function* () {},
    rereadSubscriptions: () => undefined,
    file: async () => null,
    onChange: () => () => undefined,
    health: async () => [],
    close: async () => undefined,
  });
  const categorias = categories.map((slug) => ({ slug, rotulo: slug, descricao: '', total: 1, ultimoEm: null }));
  const section = { chave: 'legislacao', nome: 'Legislação', descricao: '', icone: null, links: [], categorias };
  const orgaos = [{ chave: 'conselho_fiscal', nome: 'Conselho Fiscal' }];
  const state = { ...EMPTY_SITE_STATE, demonstracao, dataLai: [section], orgaos };
  const data = {
    backend,
    texts: QUERY_TEXTS,
    state: () => state,
    publisher: () => publisherOf('https://site.test', state, 'Instituto'),
  };
  const app = express();
  app.use(requestContext(SILENT_LOG));
  app.use(createWellKnownFilesRouter({ ...data, now: Date.now }));
  app.use(createPublicationRouter({ ...data, routes: ROUTES, files: PAGE_FILES, boundary: () => undefined }));
  app.use(errorHandler(SILENT_LOG));
  return app;
}
