/**
 * Carries JSON text of the database through the protocol's library, which knows values only: parsing the text would take digits from long numbers. The
 * library sees a value that is written as a mark, and the mark in the finished message is replaced by the text.
 */
import { randomUUID } from 'node:crypto';

export class JsonTexts {
  /** Random, so that no client can write it into a message. */
  readonly #mark = randomUUID();
  readonly #quoted = `"${this.#mark}"`;
  #text = '';

  /** Returns a value in place of `text`. */
  valueOf(text: string): Readonly<Record<string, unknown>> {
    return {
      toJSON: () => {
        // Each message is sent as soon as it is written, so one text is enough.
        this.#text = text;
        return this.#mark;
      },
    };
  }

  /** Returns a message with the text in place of the mark. */
  restored(message: string): string {
    const at = message.lastIndexOf(this.#quoted);
    return at < 0 ? message : `${message.slice(0, at)}${this.#text}${message.slice(at + this.#quoted.length)}`;
  }
}
