import pg from 'pg';

interface Subscription {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  readonly onGap: () => void;
}

/** Runs a statement on the connection that receives notifications. */
export type RunOnListener = (statement: string) => Promise<void>;

/** The subscribers of each NOTIFY channel. They stay when the connection is replaced. */
export class Subscriptions {
  readonly #all = new Set<Subscription>();

  /** Subscribes and listens. The returned function ends that; the last one of a channel runs `unlisten`. */
  async begin(subscription: Subscription, listen: RunOnListener, unlisten: RunOnListener): Promise<() => Promise<void>> {
    const channel = pg.escapeIdentifier(subscription.channel);
    this.#all.add(subscription);
    try {
      await listen(`listen ${channel}`);
    } catch (error) {
      this.#all.delete(subscription);
      throw error;
    }
    return async () => {
      this.#all.delete(subscription);
      if (!this.#has(subscription.channel)) await unlisten(`unlisten ${channel}`);
    };
  }

  /** Listens again on a connection that has replaced another. */
  async listenAgain(run: RunOnListener): Promise<void> {
    for (const channel of new Set([...this.#all].map((subscription) => subscription.channel)))
      await run(`listen ${pg.escapeIdentifier(channel)}`);
  }

  deliver(channel: string, payload: string): void {
    for (const subscription of this.#all) if (subscription.channel === channel) subscription.onPayload(payload);
  }

  reportGap(): void {
    for (const subscription of this.#all) subscription.onGap();
  }

  #has(channel: string): boolean {
    return [...this.#all].some((subscription) => subscription.channel === channel);
  }

  isEmpty(): boolean {
    return this.#all.size === 0;
  }
}
