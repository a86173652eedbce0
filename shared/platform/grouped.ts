/**
 * Puts items into groups by the key that `keyOf` returns for each. Groups, and the items in them, keep the order in which they come.
 * As `Map.groupBy`, which browsers of 2022 lack (decision 0152).
 */
export function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}
