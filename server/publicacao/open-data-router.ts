/** What programs read of the open data besides the data: the schema of each set and the package that lists them all; and the pages of the sets. */
import { type RequestHandler, Router } from 'express';
import { CONTENT_POLICY } from '../../shared/cache/policy.ts';
import { DATABASE_ADDRESS, DATASETS, dataPackage, jsonSchema, PACKAGE_ADDRESS, schemaAddress } from '../../shared/open-data/datasets.ts';
import { ESTATISTICAS } from '../../shared/open-data/estatisticas.ts';
import { OTHER_SCHEMAS, otherSchema, otherSchemaAddress } from '../../shared/open-data/other-schemas.ts';
import { DATA_PATH, pageOfExport } from '../../shared/routes/data-address.ts';
import { routePath } from '../../shared/routes/url.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { answerOtherMethods, openToScripts } from '../http/open-to-scripts.ts';
import { isRead } from '../http/responses.ts';
import { entityTag, sendValidated } from '../http/validators.ts';
import { redirectPermanently } from './canonical-file.ts';
import type { Publisher } from './publisher.ts';

/** Makes the router. `groups` are those of what names the publisher. */
export function createOpenDataRouter(publisher: () => Publisher, groups: readonly string[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const files: Readonly<Record<string, RequestHandler>> = {
    [PACKAGE_ADDRESS]: json('application/json', groups, () => {
      const { site, name } = publisher();
      return dataPackage(site, name);
    }),
    ...schemas(DATASETS.map((dataset) => [schemaAddress(dataset), () => jsonSchema(dataset, publisher().site)])),
    ...schemas(OTHER_SCHEMAS.map((schema) => [otherSchemaAddress(schema.key), () => otherSchema(schema, publisher().site)])),
  };
  for (const [path, handler] of Object.entries(files)) router.route(path).get(handler).all(answerOtherMethods);
  const addresses = [...Object.keys(files), DATABASE_ADDRESS];
  router.use((req, res, next) => {
    const exact = isRead(req.method) ? (exactAddress(req.path, addresses) ?? pageWithoutEnding(req.path)) : null;
    if (exact === null) next();
    else redirectPermanently(res, exact);
  });
  return router;
}

function schemas(made: readonly (readonly [address: string, make: () => object])[]): Readonly<Record<string, RequestHandler>> {
  return Object.fromEntries(made.map(([address, make]) => [address, json('application/schema+json', [], make)]));
}

/** Returns the address that a path spells in other letters, or with a slash at its end; null for other paths. */
function exactAddress(path: string, addresses: readonly string[]): string | null {
  const spelled = path.toLowerCase().replace(/\/$/, '');
  return addresses.find((address) => address === spelled) ?? null;
}

/** Returns the page for who cuts off the ending of an address of data, or all behind `/dados`: that of the set, or its part of the page of all open data. Null for other paths. */
function pageWithoutEnding(path: string): string | null {
  const [, below = '', key = ''] = /^(\/[^/]+)(?:\/(.*?))?\/?$/.exec(path) ?? [];
  if (below.toLowerCase() !== DATA_PATH) return null;
  const file = key === '' ? null : pageOfExport(`${DATA_PATH}/${key}.csv`);
  if (file !== null && file.stable !== null) return file.path;
  if (key === '') return routePath('dadosAbertos');
  const set = [...DATASETS, ESTATISTICAS].find((each) => each.key === key.toLowerCase());
  return set === undefined ? null : `${routePath('dadosAbertos')}#${set.key}`;
}

function json(type: string, groups: readonly string[], make: () => object): RequestHandler {
  return (req, res) => {
    const body = Buffer.from(JSON.stringify(make(), null, 1));
    applyCachePolicy(res, CONTENT_POLICY, groups);
    res.setHeader('Content-Type', `${type}; charset=utf-8`);
    openToScripts(res);
    sendValidated(req, res, body, entityTag(body));
  };
}
