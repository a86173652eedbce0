/** What one request may ask for. The dialect itself knows no limits; these are ours. */
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
}

export const PUBLIC_LIMITS: RequestLimits = { depth: 10, nodes: 300, inputNodes: 1000, timeoutMs: 5000 };

// For trusted roles: far beyond any real document (full introspection has about 150 fields), there to bound a mistake.
export const TRUSTED_LIMITS: RequestLimits = { depth: 100, nodes: 50_000, inputNodes: 50_000, timeoutMs: 30_000 };

// A known document has under 2,000 tokens; the parser must stop before a body of 1 MB costs seconds.
export const MAX_TOKENS = 20_000;

// Conditions nest by _and/_or/_not and relationships; the deepest of ours has 6 levels. Also bounds recursion.
const MAX_INPUT_DEPTH = 40;

export interface Budget {
  /** Counts one field at a depth. @throws GraphqlFault when a limit is passed */
  field(depth: number, path: string): void;
  /** Counts one input value at a depth. @throws GraphqlFault when a limit is passed */
  input(depth: number, path: string): void;
}

/** Starts the counting of one request. */
export function createBudget(limits: RequestLimits): Budget {
  let fields = 0;
  let inputs = 0;
  return {
    field(depth, path) {
      fields += 1;
      if (depth > limits.depth) throw validationFault(`the selection is more than ${limits.depth} levels deep`, path);
      if (fields > limits.nodes) throw validationFault(`the selection has more than ${limits.nodes} fields`, path);
    },
    input(depth, path) {
      inputs += 1;
      if (depth > MAX_INPUT_DEPTH) throw validationFault(`the arguments are more than ${MAX_INPUT_DEPTH} levels deep`, path);
      if (inputs > limits.inputNodes) throw validationFault(`the arguments hold more than ${limits.inputNodes} values`, path);
    },
  };
}
