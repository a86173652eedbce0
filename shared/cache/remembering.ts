/** Longer keys are computed each time: the site itself makes none of that length, and strangers choose some keys freely. */
const LONGEST_KEY = 512;

/**
 * Makes a memory of the results of a pure function: it computes the result of a key once, until it holds `max` results. It then forgets all
 * of them, which costs less at each call than to know which one was used last.
 */
export function remembering<T>(max: number): (key: string, compute: (key: string) => T) => T {
  const results = new Map<string, T>();
  return (key, compute) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    if (key.length > LONGEST_KEY) return result;
    if (results.size >= max) results.clear();
    results.set(key, result);
    return result;
  };
}

/**
 * Returns a function that makes a value at its first call and gives the same to every later one. Calls share one attempt; a failure is forgotten, so
 * that the next call makes another.
 */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
