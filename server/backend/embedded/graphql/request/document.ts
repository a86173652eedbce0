/** Parses a request's document and picks its operation. */
import { type DocumentNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse, type SelectionSetNode } from 'graphql';
import { validationFault } from '../errors.ts';
import { MAX_TOKENS } from './limits.ts';

export interface ParsedDocument {
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** One operation of a parsed document. `id` is never given to another document. */
export interface Operation {
  readonly document: ParsedDocument;
  readonly id: number;
  readonly node: OperationDefinitionNode;
}

function parseText(text: string): DocumentNode {
  try {
    return parse(text, { noLocation: true, maxTokens: MAX_TOKENS });
  } catch {
    // A syntax error, too many tokens, or nesting that exhausts the stack: the caller's fault alike.
    throw validationFault('not a valid graphql query', '$');
  }
}

function spreadsOf(selections: SelectionSetNode, found: Set<string> = new Set()): Set<string> {
  for (const node of selections.selections) {
    if (node.kind === Kind.FRAGMENT_SPREAD) found.add(node.name.value);
    else if (node.selectionSet !== undefined) spreadsOf(node.selectionSet, found);
  }
  return found;
}

function refuseCycles(fragments: ReadonlyMap<string, FragmentDefinitionNode>): void {
  const finished = new Set<string>();
  const visit = (name: string, trail: readonly string[]): void => {
    const start = trail.indexOf(name);
    if (start >= 0) throw validationFault(`the fragment definition(s) ${trail.slice(start).join(' and ')} form a cycle`, '$');
    const fragment = fragments.get(name);
    if (fragment === undefined || finished.has(name)) return;
    for (const next of spreadsOf(fragment.selectionSet)) visit(next, [...trail, name]);
    finished.add(name);
  };
  for (const name of fragments.keys()) visit(name, []);
}

/** Parses a document. @throws GraphqlFault for what is not a GraphQL query document or has a fragment cycle */
export function parseRequestDocument(text: string): ParsedDocument {
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of parseText(text).definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else throw validationFault('not a valid graphql query', '$');
  }
  refuseCycles(fragments);
  return { operations, fragments };
}

/** Returns the operation to run: the named one, or the only one. @throws GraphqlFault */
export function pickOperation(document: ParsedDocument, name: string | null): OperationDefinitionNode {
  if (name !== null && name !== '') {
    const named = document.operations.find((operation) => operation.name?.value === name);
    if (named === undefined) throw validationFault(`no such operation found in the document: '${name.slice(0, 200)}'`, '$');
    return named;
  }
  const [only, ...more] = document.operations;
  if (only === undefined || more.length > 0) {
    throw validationFault('exactly one operation has to be present in the document when operationName is not specified', '$');
  }
  return only;
}
