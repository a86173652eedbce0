/** Where the browser finds GraphQL, by POST and by WebSocket (specification section 7). */
export const GRAPHQL_PATH = '/v1/graphql';
