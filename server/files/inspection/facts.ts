/** What the inspection process finds out about a file. It decides nothing. */

/** A CPF as it may be shown, and the page on which it stands first; 0 where there are no pages. */
export interface FoundCpf {
  readonly masked: string;
  readonly page: number;
}

export type FileFacts =
  | {
      readonly kind: 'pdf';
      readonly pages: number;
      /** Numbers of the pages that are blank, pictures, or have a few words. */
      readonly pagesWithoutText: readonly number[];
      /** The beginning of the text; a form feed ends each page but the last. */
      readonly text: string;
      readonly isRestricted: boolean;
      readonly hasScripts: boolean;
      readonly hasAttachments: boolean;
      readonly cpfs: readonly FoundCpf[];
    }
  | {
      readonly kind: 'picture';
      readonly width: number;
      readonly height: number;
      /** Whether it said more than its pixels, such as where it was taken, and a copy without that was written. */
      readonly isCleaned: boolean;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Whether it was in another encoding than UTF-8, and a copy in that was written. */
      readonly isConverted: boolean;
      readonly cpfs: readonly FoundCpf[];
    }
  | {
      readonly kind: 'office';
      /** The beginning of the text. */
      readonly text: string;
      readonly hasPrograms: boolean;
      /** Pictures within the document. */
      readonly pictures: number;
      readonly hasAttachments: boolean;
      readonly cpfs: readonly FoundCpf[];
    }
  | { readonly kind: 'unreadable'; readonly detail: string }
  /** It asks for a password. */
  | { readonly kind: 'locked' }
  /** A picture of too many pixels. */
  | { readonly kind: 'too-large' }
  /** It came to a limit before all of it was seen. */
  | { readonly kind: 'exhausted'; readonly detail: string };

/** A copy that the disk did not take: no fault of the file, so nothing is said of it. */
export interface UnwrittenCopy {
  readonly kind: 'unwritten';
  /** Of the system, such as ENOSPC. */
  readonly code: string;
  readonly detail: string;
}

export type FileKind = 'pdf' | 'picture' | 'text' | 'office';

/** What the process is started for, as the text of its argument. */
export interface InspectionOrder {
  readonly kind: FileKind;
  readonly path: string;
  /** Where a picture without its metadata is written, or a text in UTF-8. */
  readonly cleanedPath: string;
}

/**
 * Characters of the text that are kept for the search of the site. Postgres takes no more than 1 MB of words and their places for one row; half a
 * million characters of words that never repeat are some 750 KB of them.
 */
export const MAX_TEXT = 500_000;
