export interface Subscription {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  readonly onGap: () => void;
}

/** The subscribers of each NOTIFY channel. They stay when the connection is replaced. */
export class Subscriptions {
  readonly #all = new Set<Subscription>();

  add(subscription: Subscription): () => void {
    this.#all.add(subscription);
    return () => this.#all.delete(subscription);
  }

  deliver(channel: string, payload: string): void {
    for (const subscription of this.#all) if (subscription.channel === channel) subscription.onPayload(payload);
  }

  reportGap(): void {
    for (const subscription of this.#all) subscription.onGap();
  }

  has(channel: string): boolean {
    return [...this.#all].some((subscription) => subscription.channel === channel);
  }

  isEmpty(): boolean {
    return this.#all.size === 0;
  }

  channels(): ReadonlySet<string> {
    return new Set([...this.#all].map((subscription) => subscription.channel));
  }
}
