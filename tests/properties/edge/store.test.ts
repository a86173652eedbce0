/** A model test of the variant store: a list of all puts and purges must explain every lookup. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHead, type StoredResponse, storedResponse, storedSize } from '../../../server/edge/response/stored-response.ts';
import { createMemoryStore } from '../../../server/edge/store/memory.ts';
import { createPurgeEpochs, type PurgeEpochs, type PurgeMode } from '../../../server/edge/store/purge-epochs.ts';
import type { Store } from '../../../server/edge/store/store.ts';
import { createVariantStore, type VariantStore } from '../../../server/edge/store/variants.ts';

const MAX_BYTES = 60_000;

interface Put {
  readonly stored: StoredResponse;
  readonly key: string;
  readonly a: string;
  readonly groups: readonly string[];
}

interface Model {
  readonly puts: Put[];
  readonly purges: { readonly after: number; readonly covers: (put: Put) => boolean; readonly mode: PurgeMode }[];
}

interface Real {
  readonly store: Store;
  readonly variants: VariantStore;
  readonly epochs: PurgeEpochs;
}

const key = fc.constantFrom('/1', '/2', '/3');
const variant = fc.constantFrom('x', 'y');
const group = fc.constantFrom('g', 'h', 'i');
const mode = fc.constantFrom<PurgeMode>('hard', 'soft');

class PutCommand implements fc.Command<Model, Real> {
  readonly #key: string;
  readonly #a: string;
  readonly #groups: readonly string[];
  readonly #size: number;

  constructor(at: string, a: string, groups: readonly string[], size: number) {
    this.#key = at;
    this.#a = a;
    this.#groups = groups;
    this.#size = size;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, { variants, epochs }: Real): void {
    const fields = ['Cache-Control', 'max-age=60', 'Vary', 'A', 'Cache-Groups', this.#groups.map((name) => `"${name}"`).join(', ')];
    const head = readHead(200, 'OK', fields, { requestedAt: 0, receivedAt: 0 }, { targets: [], varyInKey: [] });
    const stored = storedResponse(head, Buffer.alloc(this.#size), epochs.begin(), ['A', this.#a], { scope: '', url: '/' });
    variants.put(this.#key, stored);
    model.puts.push({ stored, key: this.#key, a: this.#a, groups: this.#groups });
  }

  toString(): string {
    return `put ${this.#key} ${this.#a} ${this.#groups.join()} ${this.#size}`;
  }
}

class PurgeCommand implements fc.Command<Model, Real> {
  readonly #what: { readonly kind: 'key' | 'group' | 'all'; readonly name: string };
  readonly #mode: PurgeMode;

  constructor(kind: 'key' | 'group' | 'all', name: string, purgeMode: PurgeMode) {
    this.#what = { kind, name };
    this.#mode = purgeMode;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, { epochs }: Real): void {
    const { kind, name } = this.#what;
    if (kind === 'key') epochs.purgeKey(name, this.#mode);
    else if (kind === 'group') epochs.purgeGroup(name, this.#mode);
    else epochs.purgeAll(this.#mode);
    const covers = (put: Put): boolean => kind === 'all' || (kind === 'key' ? put.key === name : put.groups.includes(name));
    model.purges.push({ after: model.puts.length, covers, mode: this.#mode });
  }

  toString(): string {
    return `purge ${this.#what.kind} ${this.#what.name} ${this.#mode}`;
  }
}

class LookupCommand implements fc.Command<Model, Real> {
  readonly #key: string;
  readonly #a: string;

  constructor(at: string, a: string) {
    this.#key = at;
    this.#a = a;
  }

  check(): boolean {
    return true;
  }

  run({ puts, purges }: Model, { variants, store }: Real): void {
    const found = variants.lookup(this.#key, 'GET', ['A', this.#a], { range: null, ifRange: null });
    assert.ok(store.use().bytes <= MAX_BYTES);
    const index = puts.findLastIndex((put) => put.key === this.#key && put.a === this.#a);
    const put = puts[index];
    if (found.kind === 'none') {
      // Only a purge or an eviction may have removed it.
      const hadRoom = puts.reduce((sum, { stored }) => sum + storedSize(stored) + 500, 0) < MAX_BYTES;
      const purged = purges.some(({ after, covers, mode: how }) => how === 'hard' && after > index && put !== undefined && covers(put));
      assert.ok(put === undefined || purged || !hadRoom);
      return;
    }
    assert.equal(found.stored, put?.stored);
    const over = purges.filter(({ after, covers }) => after > index && put !== undefined && covers(put));
    const modes = new Set(over.map((purge) => purge.mode));
    assert.ok(!modes.has('hard'));
    assert.equal(found.verdict, modes.has('soft') ? 'soft' : 'valid');
  }

  toString(): string {
    return `lookup ${this.#key} ${this.#a}`;
  }
}

test('looks up the response that the list of puts and purges gives', () => {
  const commands = fc.commands(
    [
      fc
        .tuple(key, variant, fc.uniqueArray(group), fc.oneof(fc.nat({ max: 500 }), fc.nat({ max: 20_000 })))
        .map((args) => new PutCommand(...args)),
      fc.tuple(key, mode).map(([name, how]) => new PurgeCommand('key', name, how)),
      fc.tuple(group, mode).map(([name, how]) => new PurgeCommand('group', name, how)),
      mode.map((how) => new PurgeCommand('all', '', how)),
      fc.tuple(key, variant).map(([at, a]) => new LookupCommand(at, a)),
      fc.tuple(key, variant).map(([at, a]) => new LookupCommand(at, a)),
    ],
    { maxCommands: 60 },
  );
  const holds = fc.check(
    fc.property(commands, (run) => {
      const setup = (): { model: Model; real: Real } => {
        const store = createMemoryStore({ maxBytes: MAX_BYTES, maxKeyBytes: MAX_BYTES });
        const epochs = createPurgeEpochs({ now: () => 0, bound: 100, refreshForMs: 60_000 });
        return { model: { puts: [], purges: [] }, real: { store, epochs, variants: createVariantStore(store, epochs, 8) } };
      };
      fc.modelRun(setup, run);
    }),
  );
  expect(fc.defaultReportMessage(holds)).toBeUndefined();
});
