/** The edge inside an Express app, or any chain of (req, res, next). In front of the chain it is cheaper: see README, Decisions. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Edge } from './edge.ts';

/**
 * Returns a middleware that answers through `edge`, whose origin is the handler that it was made with. What goes straight through is
 * left to the rest of the chain.
 */
export function edgeMiddleware(edge: Edge): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    if (edge.concerns(req)) edge.listener(req, res);
    else next();
  };
}
