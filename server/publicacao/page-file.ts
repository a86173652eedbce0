/** What a file of a page's data is to the router: how it is named and written. */
import type { ExportFormat, OperationCall, RouteInput } from '../../shared/routes/types.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import type { Publisher } from './publisher.ts';

export interface FileRequest {
  readonly input: RouteInput;
  readonly format: ExportFormat;
  /** Path and query of the page, and of the file. */
  readonly page: string;
  readonly self: string;
  readonly publisher: Publisher;
  readonly state: SiteState;
  /**
   * Asks the content backend as the public does. The stored file depends on the groups of the calls that were made before its first part.
   * @throws AppError when the backend does not answer, or refuses.
   */
  readonly ask: Ask;
  /** Told when the file has fewer rows than its filters leave. */
  readonly onCut?: () => void;
}

export type Ask = (call: OperationCall) => Promise<Readonly<Record<string, unknown>>>;

export interface PageFile {
  /** The name under which the file is saved, without its ending. */
  readonly name: (input: RouteInput) => string;
  /** Path of the page about the data where the address without its format is none. */
  readonly page?: string | undefined;
  /** The file is of one row; its first part fails with RESOURCE_NOT_FOUND without it. */
  readonly isOne?: boolean | undefined;
  /** The file in parts, in order. The first is made before anything is sent, so that a fault still has its status. */
  readonly write: (request: FileRequest) => AsyncIterable<string>;
}
