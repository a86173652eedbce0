/** What one request may ask for. The dialect itself knows no limits; these are ours. */
import type { Trust } from '../../../backend.ts';
import { validationFault } from '../errors.ts';

export interface RequestLimits {
  /** Levels of nested selections; a root field is level 1. */
  readonly depth: number;
  /** Fields after all fragments are expanded. */
  readonly nodes: number;
  /** Objects, lists and values of all conditions and orderings together. */
  readonly inputNodes: number;
  /** Time until the caller gets `timed out`. */
  readonly timeoutMs: number;
  /** The same for a mutation. */
  readonly mutationTimeoutMs: number;
}

/** What a caller may ask for follows from how it is known, never from the name of its role. */
export const REQUEST_LIMITS: Readonly<Record<Trust, RequestLimits>> = {
  anonymous: { depth: 10, nodes: 300, inputNodes: 1_000, timeoutMs: 5_000, mutationTimeoutMs: 5_000 },
  // Screens of an editor: longer lists and forms than a page, by people who are known. One mutation may write thousands of rows (the
  // demonstration brought back: 3 s in the database in process, 10 s under load), and to give up on it costs what it has written.
  'signed-in': { depth: 20, nodes: 2_000, inputNodes: 5_000, timeoutMs: 10_000, mutationTimeoutMs: 25_000 },
  // Far beyond any real document (full introspection has about 150 fields), there to bound a mistake.
  service: { depth: 100, nodes: 50_000, inputNodes: 50_000, timeoutMs: 30_000, mutationTimeoutMs: 30_000 },
};

// A known document has under 2,000 tokens; the parser must stop before a body of 1 MB costs seconds.
export const MAX_TOKENS = 20_000;

// Conditions nest by _and/_or/_not and relationships; the deepest of ours has 6 levels. Also bounds recursion.
const MAX_INPUT_DEPTH = 40;

/** What a request has used, or several of one batch together. */
export interface RequestUse {
  fields: number;
  inputs: number;
}

export interface Budget {
  /** Counts one field at a depth. @throws GraphqlFault when a limit is passed */
  field(depth: number, path: string): void;
  /** Counts one input value at a depth. @throws GraphqlFault when a limit is passed */
  input(depth: number, path: string): void;
}

function requireWithin({ nodes, inputNodes }: RequestLimits, { fields, inputs }: RequestUse, path: string): void {
  if (fields > nodes) throw validationFault(`the selection has more than ${nodes} fields`, path);
  if (inputs > inputNodes) throw validationFault(`the arguments hold more than ${inputNodes} values`, path);
}

/** Starts the counting of one request, in what the requests before it have used. */
export function createBudget(limits: RequestLimits, use: RequestUse): Budget {
  return {
    field(depth, path) {
      use.fields += 1;
      if (depth > limits.depth) throw validationFault(`the selection is more than ${limits.depth} levels deep`, path);
      requireWithin(limits, use, path);
    },
    input(depth, path) {
      use.inputs += 1;
      if (depth > MAX_INPUT_DEPTH) throw validationFault(`the arguments are more than ${MAX_INPUT_DEPTH} levels deep`, path);
      requireWithin(limits, use, path);
    },
  };
}

/** Counts a request whose plan is known, and so what it uses. @throws GraphqlFault when a limit is passed */
export function spend(limits: RequestLimits, use: RequestUse, known: RequestUse): void {
  use.fields += known.fields;
  use.inputs += known.inputs;
  requireWithin(limits, use, '$');
}
