import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execute, GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString, subscribe, validate } from 'graphql';
import { createClient } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createSubscriptionRelay } from '../../../server/graphql/subscription-relay.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const SITE = 'http://site.example';

/** A subscription that counts to three and says who the server believes is there. */
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'query_root', fields: { versao: { type: GraphQLString } } }),
  subscription: new GraphQLObjectType({
    name: 'subscription_root',
    fields: {
      contagem: {
        type: GraphQLInt,
        subscribe: async function* () {
          for (const contagem of [1, 2, 3]) yield { contagem };
        },
      },
    },
  }),
});

/** The browser's socket: it sends Origin and the cookie by itself. */
class BrowserSocket extends WebSocket {
  constructor(address: string, protocols: string | string[]) {
    super(address, protocols, { headers: { origin: SITE, cookie: 'apollo:default.token=abc' } });
  }
}

test('a subscription of the protocol client runs through the relay with the token of the cookie', async () => {
  const endpoint = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(endpoint, 'listening');
  const seen: unknown[] = [];
  // The library would load its own copy of graphql here, which refuses the schema of ours.
  const ours = { schema, execute, subscribe, validate };
  const protocol = useServer({ ...ours, onConnect: ({ connectionParams }) => void seen.push(connectionParams) }, endpoint);
  const upstreamUrl = `ws://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  const relay = createSubscriptionRelay({ upstreamUrl, siteOrigin: SITE, clientOf: () => null, log: SILENT_LOG });
  const site = createServer().on('upgrade', relay.handleUpgrade).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const url = `ws://127.0.0.1:${(site.address() as AddressInfo).port}/v1/graphql`;
  const client = createClient({ url, webSocketImpl: BrowserSocket, retryAttempts: 0 });
  const counted: unknown[] = [];
  for await (const result of client.iterate({ query: 'subscription { contagem }' })) counted.push(result.data?.['contagem']);
  await client.dispose();
  relay.close();
  site.close();
  await protocol.dispose();
  endpoint.close();
  expect(counted).toEqual([1, 2, 3]);
  expect(seen).toEqual([{ headers: { Authorization: 'Bearer abc' } }]);
});
