/** The metadata of the site's own project, read once by each process: its files take a quarter of a second. */
import type { Metadata } from '../../server/backend/embedded/graphql/metadata/metadata.ts';
import { openParsedFiles, PARSED_FILES } from '../../server/backend/embedded/graphql/metadata/parsed-files.ts';
import { readMetadata } from '../../server/backend/embedded/graphql/metadata/reader.ts';
import { OWN_PROJECT, openProject } from '../../server/backend/embedded/migrations/project-directory.ts';

let found: Promise<Metadata> | undefined;

/** Takes what the build has parsed, where there is a build and the text of a file is still the same. */
export function projectMetadata(): Promise<Metadata> {
  found ??= openProject(OWN_PROJECT).then(({ metadata }) => readMetadata(metadata, openParsedFiles(PARSED_FILES)));
  return found;
}
