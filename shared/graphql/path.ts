/** Where the browser finds GraphQL, by POST and by WebSocket (spec section 7). */
export const GRAPHQL_PATH = '/v1/graphql';
