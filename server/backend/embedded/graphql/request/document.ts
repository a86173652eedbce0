/** Parses a request's document and picks its operation. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';
import { validationFault } from '../errors.ts';
import { MAX_TOKENS } from './limits.ts';

export interface ParsedDocument {
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Whether it begins with a query that has neither its keyword nor a name: `{ ... }`. */
  readonly isAnonymous: boolean;
}

/** One operation of a parsed document. `id` is never given to another document. */
export interface Operation {
  readonly document: ParsedDocument;
  readonly id: number;
  readonly node: OperationDefinitionNode;
}

function parseText(text: string): DocumentNode {
  try {
    return parse(text, { noLocation: true, maxTokens: MAX_TOKENS, allowEmptySelectionSets: false });
  } catch {
    // A syntax error, too many tokens, or nesting that exhausts the stack: the caller's fault alike.
    throw validationFault('not a valid graphql query', '$.query');
  }
}

/** Parses a document. @throws GraphqlFault for what is not a GraphQL query document */
export function parseRequestDocument(text: string): ParsedDocument {
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of parseText(text).definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else throw validationFault('not a valid graphql query', '$.query');
  }
  return { operations, fragments, isAnonymous: new Lexer(new Source(text)).advance().kind === TokenKind.BRACE_L };
}

/** Returns the operation to run: the named one, or the only one. @throws GraphqlFault */
export function pickOperation(document: ParsedDocument, name: string | null): OperationDefinitionNode {
  if (name !== null && name !== '') {
    if (document.isAnonymous) throw validationFault('operationName cannot be used when an anonymous operation exists in the document', '$');
    const named = document.operations.find((operation) => operation.name?.value === name);
    if (named === undefined) throw validationFault(`no such operation found in the document: "${name.slice(0, 200)}"`, '$');
    return named;
  }
  const [only, ...more] = document.operations;
  if (only === undefined || more.length > 0) {
    throw validationFault('exactly one operation has to be present in the document when operationName is not specified', '$');
  }
  return only;
}

/** Writes `a`, `a and b`, `a, b, and c`. */
const IN_WORDS = new Intl.ListFormat('en');

/**
 * Refuses fragments that contain themselves, among those that the operation spreads, as the dialect does: the path goes through the fields and
 * fragments to the spread that closes the cycle. @throws GraphqlFault
 */
export function refuseCycles({ fragments }: ParsedDocument, operation: OperationDefinitionNode): void {
  const finished = new Set<string>();
  const visit = ({ selections }: SelectionSetNode, path: string, trail: readonly string[]): void => {
    for (const node of selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet, path, trail);
      else if (node.kind === Kind.FRAGMENT_SPREAD) spread(node.name.value, `${path}.selectionSet`, trail);
      else if (node.selectionSet !== undefined) visit(node.selectionSet, `${path}.selectionSet.${node.name.value}`, trail);
    }
  };
  const spread = (name: string, path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(name);
    if (start >= 0) throw validationFault(`the fragment definition(s) ${IN_WORDS.format(trail.slice(start))} form a cycle`, path);
    const fragment = fragments.get(name);
    if (fragment === undefined || finished.has(name)) return;
    visit(fragment.selectionSet, `${path}.${name}`, [...trail, name]);
    finished.add(name);
  };
  visit(operation.selectionSet, '$', []);
}
