/** Returns a function that builds the value of a key once. GraphQL types are compared by identity, so each must be made once a schema. */
export function memo<K, V>(build: (key: K) => V): (key: K) => V {
  const built = new Map<K, V>();
  return (key) => {
    const known = built.get(key);
    if (known !== undefined) return known;
    const value = build(key);
    built.set(key, value);
    return value;
  };
}
