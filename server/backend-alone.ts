/**
 * `npm run backend`: the content backend without the site. It serves any Nhost project (`PROJECT_DIR`) over HTTP: `POST /v1/graphql` and its
 * WebSocket, sign-in, files and probes. It needs no build and none of this site's tables.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../shared/errors/app-error.ts';
import { createApp } from './app.ts';
import { createNhostAuthRouter } from './auth/nhost-router.ts';
import type { ContentBackend } from './backend/backend.ts';
import type { ComposeOptions, Composition } from './compose.ts';
import { isHttps } from './config/config.ts';
import { createFileRouters } from './files/routers.ts';
import { createIdentify } from './graphql/caller.ts';
import { createGraphqlSocket } from './graphql/graphql-socket.ts';
import { createGraphqlRouter, type GraphqlOptions } from './graphql/router.ts';
import { createHasuraProbe, createHealthRouter, type ProcessState } from './health/router.ts';
import { clientAddresses } from './http/client-address.ts';
import { createClientQuotas } from './http/client-quotas.ts';
import { errorHandler } from './http/error-handler.ts';
import { requestContext } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import { run } from './main.ts';
import { openBackend } from './open-backend.ts';

/** Composes the routers of the backend. Nothing stays open when it rejects. */
async function composeBackend(options: ComposeOptions): Promise<Composition> {
  const { config, log } = options;
  const version = await readVersion(options.root);
  const backend = await openBackend({ ...options, stringifiesNumerics: config.stringifiesNumerics });
  let processState: ProcessState = 'ready';
  const quotas = createClientQuotas({ trustProxy: config.trustProxy });
  const graphql = {
    backend,
    allowedOperations: backend.allowList ?? null,
    identify: createIdentify({ adminSecrets: config.graphqlAdminSecrets, verifier: backend.auth.verifier, siteOrigin: config.siteUrl }),
    admit: (req) => quotas.admit('graphql', req, null),
    log,
  } satisfies GraphqlOptions;
  const socket = createGraphqlSocket({
    ...graphql,
    upstreamUrl: config.graphqlWsUrl,
    siteOrigin: config.siteUrl,
    clientOf: clientAddresses(config.trustProxy),
  });
  return {
    backendKind: backend.kind,
    listener: backendApp(options, graphql, { version, processState: () => processState }),
    answerDirectly: null,
    upgrade: socket.handleUpgrade,
    warmUp: () => Promise.resolve(),
    drain: () => {
      processState = 'draining';
      socket.close();
    },
    close: async () => {
      socket.close();
      await backend.close();
    },
  };
}

function backendApp(
  { config, log }: ComposeOptions,
  graphql: GraphqlOptions & { readonly backend: ContentBackend },
  { version, processState }: { readonly version: string; readonly processState: () => ProcessState },
): Composition['listener'] {
  const { backend, identify, admit } = graphql;
  return createApp({
    trustProxy: config.trustProxy,
    context: requestContext(log),
    security: securityHeaders({ https: isHttps(config) }),
    errors: errorHandler(log),
    uncompressed: [
      createHasuraProbe({ check: (timeoutMs) => backend.health(timeoutMs) }),
      createHealthRouter({
        checks: [{ name: 'backend', run: (timeoutMs) => backend.health(timeoutMs) }],
        standsIn: () => false,
        state: processState,
        build: version,
        log,
      }),
      ...createFileRouters({ backend, identify, siteUrl: config.siteUrl, dataDirectory: config.dataDirectory, version, log }),
    ],
    compressed: [
      createNhostAuthRouter({
        auth: backend.auth,
        siteOrigin: config.siteUrl,
        clientOf: clientAddresses(config.trustProxy),
        admit,
        version,
      }),
      createGraphqlRouter(graphql),
    ],
    pages: () => {
      throw new AppError('RESOURCE_NOT_FOUND');
    },
  });
}

/** The version of the program, which probes show in place of the id of a build. */
async function readVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { readonly version: string };
  return version;
}

if (import.meta.main) await run({ root: process.cwd(), compose: composeBackend });
