import type { ReactElement } from 'react';

/** One look of a component: what it is given is in the source beside it. */
export interface ComponentState {
  /** What differs from the other states, in words: 'com erro'. */
  readonly name: string;
  readonly element: ReactElement;
}

/** A component of `client/components` with every state that visitors see. The gallery shows it, and a test of its own looks at it with axe. */
export interface Story {
  /** The name by which the component is imported. */
  readonly component: string;
  readonly states: readonly ComponentState[];
}

/** Returns the id of a story on the page of the gallery. */
export function storyId({ component }: Story): string {
  return `historia-${component}`;
}
