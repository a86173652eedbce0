/** What programs read of the open data besides the data: the schema of each set and the package that lists them all; and the pages of the sets. */
import { type RequestHandler, Router } from 'express';
import { CONTENT_POLICY } from '../../shared/cache/policy.ts';
import { DATASETS, dataPackage, jsonSchema, PACKAGE_ADDRESS, schemaAddress } from '../../shared/open-data/datasets.ts';
import { OTHER_SCHEMAS, otherSchema, otherSchemaAddress } from '../../shared/open-data/other-schemas.ts';
import { DATA_PATH, pageOfExport } from '../../shared/routes/data-address.ts';
import { routePath } from '../../shared/routes/url.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { isRead, refuseMethod } from '../http/responses.ts';
import { entityTag, sendValidated } from '../http/validators.ts';
import { redirectPermanently } from './canonical-file.ts';
import type { Publisher } from './page-file.ts';

/** Makes the router. `groups` are those of what names the publisher. */
export function createOpenDataRouter(publisher: () => Publisher, groups: readonly string[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(PACKAGE_ADDRESS)
    .get(
      json('application/json', groups, () => {
        const { site, name } = publisher();
        return dataPackage(site, name);
      }),
    )
    .all(refuseMethod());
  for (const dataset of DATASETS) {
    router
      .route(schemaAddress(dataset))
      .get(json('application/schema+json', [], () => jsonSchema(dataset, publisher().site)))
      .all(refuseMethod());
  }
  for (const schema of OTHER_SCHEMAS) {
    router
      .route(otherSchemaAddress(schema.key))
      .get(json('application/schema+json', [], () => otherSchema(schema, publisher().site)))
      .all(refuseMethod());
  }
  router.use((req, res, next) => {
    const page = isRead(req.method) ? pageWithoutEnding(req.path) : null;
    if (page === null) next();
    else redirectPermanently(res, page);
  });
  return router;
}

/** Returns the page for who cuts off the ending of an address of data, or all behind `/dados`: that of the set, or of all open data. Null for other paths. */
function pageWithoutEnding(path: string): string | null {
  const [, below = '', key = ''] = /^(\/[^/]+)(?:\/(.*?))?\/?$/.exec(path) ?? [];
  if (below.toLowerCase() !== DATA_PATH) return null;
  const file = key === '' ? null : pageOfExport(`${DATA_PATH}/${key}.csv`);
  if (file !== null && file.stable !== null) return file.path;
  return key === '' || DATASETS.some((dataset) => dataset.key === key.toLowerCase()) ? routePath('dadosAbertos') : null;
}

function json(type: string, groups: readonly string[], make: () => object): RequestHandler {
  return (req, res) => {
    const body = Buffer.from(JSON.stringify(make(), null, 1));
    applyCachePolicy(res, CONTENT_POLICY, groups);
    res.setHeader('Content-Type', `${type}; charset=utf-8`);
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    sendValidated(req, res, body, entityTag(body));
  };
}
