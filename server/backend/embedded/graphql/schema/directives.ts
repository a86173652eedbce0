/** The directives of the dialect. `cached` asks Hasura Cloud to keep the answer; the free Hasura accepts it and keeps nothing, and so it is here. */
import { DirectiveLocation, GraphQLBoolean, GraphQLDirective, GraphQLInt, GraphQLNonNull } from 'graphql';

const SELECTIONS = [DirectiveLocation.FIELD, DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT];

function inclusion(name: string, description: string): GraphQLDirective {
  return new GraphQLDirective({
    name,
    description,
    locations: SELECTIONS,
    args: { if: { type: new GraphQLNonNull(GraphQLBoolean) } },
  });
}

export const DIRECTIVES: readonly GraphQLDirective[] = [
  new GraphQLDirective({
    name: 'cached',
    description: 'whether this query should be cached (Hasura Cloud only)',
    locations: [DirectiveLocation.QUERY],
    args: {
      refresh: { type: new GraphQLNonNull(GraphQLBoolean), default: { value: false }, description: 'refresh the cache entry' },
      ttl: { type: new GraphQLNonNull(GraphQLInt), default: { value: 60 }, description: 'measured in seconds' },
    },
  }),
  inclusion('include', 'whether this query should be included'),
  inclusion('skip', 'whether this query should be skipped'),
];
