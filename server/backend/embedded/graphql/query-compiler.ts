/** Compiles a request to a plan. Two caches save the work: parsed documents by text, plans by document, role, operation and plan key. */
import type { OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphqlRequest, Trust } from '../../backend.ts';
import { compilePlan, type Plan } from './compiler/plan.ts';
import { GraphqlFault, validationFault } from './errors.ts';
import { META_FIELDS } from './introspection.ts';
import { checkOperationDirectives } from './request/directives.ts';
import { type Operation, type ParsedDocument, parseRequestDocument, pickOperation, refuseCycles } from './request/document.ts';
import { createBudget, REQUEST_LIMITS, type RequestUse, spend } from './request/limits.ts';
import { planKeyOf } from './request/plan-key.ts';
import { collectFields, type SelectedField } from './request/selection.ts';
import { readVariables, type Variables } from './request/variables.ts';
import type { OperationRoot, RoleSchema } from './schema/role-schema.ts';
import { dependsOnPattern, statementName } from './statement-names.ts';

// A site has about 60 operations; with roles and plan keys some hundred plans. A plan is a few KB of text. Staff may send other documents, as
// long as they like, so both caches are also bounded by size.
const MAX_DOCUMENTS = 500;
const MAX_PLANS = 1000;
/** Characters of all texts together. A parsed document takes up to 120 bytes a character (measured). */
const MAX_DOCUMENTS_LENGTH = 1_000_000;
const MAX_KEPT_DOCUMENT = 65_536;
/** Characters of all plans together. */
const MAX_PLANS_LENGTH = 20_000_000;
/** What one field or value adds to the length of its plan: it takes some 200 to 700 bytes beside the text (measured). */
const LENGTH_OF_FIELD = 300;
// Longer keys (a condition with hundreds of parts) are of few requests.
const MAX_KEY_LENGTH = 4096;

export interface CompiledRequest {
  readonly plan: Plan;
  readonly variables: Variables;
  /** Name of the prepared statement; undefined the first time, because most texts that are sent once are not sent again. */
  readonly statementName: string | undefined;
}

export interface CompiledMutation {
  readonly schema: RoleSchema;
  readonly fields: readonly SelectedField[];
  readonly variables: Variables;
}

export interface CompileFor {
  readonly schema: RoleSchema;
  /** A plan is kept for callers of the same trust: others have other limits. */
  readonly trust: Trust;
  /** What the request uses is added here, to what those of its batch before it have used. */
  readonly use: RequestUse;
}

interface KnownPlan {
  readonly plan: Plan;
  readonly use: RequestUse;
  statementName: string | undefined;
}

interface KnownDocument {
  readonly id: number;
  readonly document: ParsedDocument;
  /** Operations whose fragments are known to be without a cycle. */
  readonly checked: Set<OperationDefinitionNode>;
}

function rootOf({ node }: Operation, schema: RoleSchema): OperationRoot {
  if (node.operation !== 'subscription') return schema.query;
  if (schema.subscription === undefined) throw validationFault('no subscriptions exist', '$');
  return schema.subscription;
}

function requireOneField(fields: readonly SelectedField[]): void {
  if (fields.length !== 1) throw validationFault('subscriptions must select one top level field', '$');
}

function refuseIntrospection(role: string, fields: readonly SelectedField[]): void {
  if (!fields.some(({ name }) => META_FIELDS.has(name))) return;
  throw new GraphqlFault('not-supported', `introspection is disabled for role: "${role}"`, '$');
}

function lengthOfPlan({ plan, use }: KnownPlan, key: string): number {
  return key.length + (plan.text?.length ?? 0) + LENGTH_OF_FIELD * (use.fields + use.inputs);
}

export class QueryCompiler {
  readonly #documents = new LRUCache<string, KnownDocument>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_DOCUMENTS_LENGTH,
    maxEntrySize: MAX_KEPT_DOCUMENT,
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  });
  readonly #plans = new LRUCache<string, KnownPlan>({ max: MAX_PLANS, maxSize: MAX_PLANS_LENGTH, sizeCalculation: lengthOfPlan });
  #lastId = 0;

  /** Parses the document and picks the operation. @throws GraphqlFault */
  operation(request: GraphqlRequest): Operation {
    const known = this.#documents.get(request.query) ?? this.#parse(request.query);
    const node = pickOperation(known.document, request.operationName ?? null);
    if (!known.checked.has(node)) refuseCycles(known.document, node);
    known.checked.add(node);
    return { ...known, node };
  }

  /** Returns the plan of a query or a subscription for a role, compiled once for each plan key. @throws GraphqlFault */
  compile(operation: Operation, request: GraphqlRequest, caller: CompileFor): CompiledRequest {
    const { schema, trust, use } = caller;
    const limits = REQUEST_LIMITS[trust];
    const root = rootOf(operation, schema);
    const variables = readVariables(operation.node, request.variables ?? {});
    const planKey = planKeyOf(schema, variables);
    const key = [operation.id, schema.model.role, schema.model.isBackend, trust, operation.node.name?.value ?? '', planKey].join('\0');
    const known = this.#plans.get(key);
    if (known !== undefined) {
      spend(limits, use, known.use);
      return { ...this.#again(known, trust), variables };
    }
    const before = { ...use };
    const budget = createBudget(limits, use);
    const metaFields = root === schema.query ? META_FIELDS : new Map();
    const context = { document: operation.document, variables, budget, metaFields };
    checkOperationDirectives(context, operation.node);
    const fields = collectFields(context, root.type, [operation.node.selectionSet], { path: '$', depth: 1 });
    if (operation.node.operation === 'subscription') requireOneField(fields);
    if (!schema.model.introspects) refuseIntrospection(schema.model.role, fields);
    const plan = compilePlan(schema, root, fields);
    if (key.length <= MAX_KEY_LENGTH) {
      const own = { fields: use.fields - before.fields, inputs: use.inputs - before.inputs };
      this.#plans.set(key, { plan, use: own, statementName: undefined });
    }
    return { plan, variables, statementName: undefined };
  }

  /** Reads the fields of a mutation. Nothing of it is kept: its statements depend on the values. @throws GraphqlFault */
  mutation(operation: Operation, request: GraphqlRequest, { schema, trust, use }: CompileFor): CompiledMutation {
    if (schema.mutationRoot === undefined) throw validationFault('no mutations exist', '$');
    const variables = readVariables(operation.node, request.variables ?? {});
    const context = { document: operation.document, variables, budget: createBudget(REQUEST_LIMITS[trust], use) };
    checkOperationDirectives(context, operation.node);
    const fields = collectFields(context, schema.mutationRoot, [operation.node.selectionSet], { path: '$', depth: 1 });
    return { schema, fields, variables };
  }

  /** The public asks the known operations alone, whose patterns one plan serves. A search of another caller is planned for its words. */
  #again(known: KnownPlan, trust: CompileFor['trust']): KnownPlan {
    const { text } = known.plan;
    if (text !== undefined && (trust === 'anonymous' || !dependsOnPattern(text))) known.statementName ??= statementName(text);
    return known;
  }

  #parse(text: string): KnownDocument {
    this.#lastId += 1;
    const known = { id: this.#lastId, document: parseRequestDocument(text), checked: new Set<OperationDefinitionNode>() };
    this.#documents.set(text, known);
    return known;
  }
}
