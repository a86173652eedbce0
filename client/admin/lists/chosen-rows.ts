/**
 * Where lists keep which of their rows are chosen: in the open document. react-admin keeps them with the preferences of the list, in the browser, and
 * what is done with the chosen rows would then reach some that were chosen on another day, or by another person at the same machine, on a page of
 * the list that is not shown.
 */
import type { Store } from 'react-admin';

/** Part of the keys under which react-admin keeps them. */
const CHOSEN = '.selectedIds';

/** @param inDocument a store that ends with the document */
export function withChosenRows(preferences: Store, inDocument: Store): Store {
  const storeOf = (key: string): Store => (key.includes(CHOSEN) ? inDocument : preferences);
  const both = [preferences, inDocument];
  return {
    setup: () => both.forEach((store) => store.setup()),
    teardown: () => both.forEach((store) => store.teardown()),
    getItem: (key, fallback) => storeOf(key).getItem(key, fallback),
    setItem: (key, value) => storeOf(key).setItem(key, value),
    removeItem: (key) => storeOf(key).removeItem(key),
    removeItems: (prefix) => both.forEach((store) => store.removeItems(prefix)),
    reset: () => both.forEach((store) => store.reset()),
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
  };
}
