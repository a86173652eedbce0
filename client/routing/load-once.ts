/** What is loaded when something first needs it: Apollo, navigation, the router, the library of subscriptions. */

/**
 * Returns a function that loads at its first call; later calls get the same promise. A load that failed is forgotten, so that the next
 * call tries again.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
