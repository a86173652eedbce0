/** What a map shows, in the words of its page. */

export interface MapPlace {
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
}

/** One marker: a place, or several that would stand on each other at the scale that is shown. */
export interface MapMark {
  /** What the marker is called, and that it opens a card; contains `badge`. */
  readonly name: string;
  /** What stands on the marker; empty for a plain one. */
  readonly badge: string;
  /** Where the same place stands in words, for readers who open the marker as a link. */
  readonly href: string;
  readonly card: PlaceCard;
}

/** What opens at a marker. */
export interface PlaceCard {
  readonly title: string;
  readonly parts: readonly PlacePart[];
}

export interface PlacePart {
  /** Empty for none. */
  readonly line: string;
  /** How to get there: before everything else that the part leads to. */
  readonly way: PlaceLink;
  readonly links: readonly PlaceLink[];
}

export interface PlaceLink {
  readonly href: string;
  readonly text: string;
  /** Said after the text by screen readers only; empty for nothing. */
  readonly spoken: string;
}
