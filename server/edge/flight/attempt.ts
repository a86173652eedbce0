/** Work for those who come later. What goes wrong in it costs them the stored response, and nobody an answer. */

/** Returns what `act` does, or `otherwise` when it throws, of which `onFault` is told. */
export function attempt<T>(act: () => T, otherwise: T, onFault: (cause: unknown) => void): T {
  try {
    return act();
  } catch (thrown) {
    onFault(thrown);
    return otherwise;
  }
}
