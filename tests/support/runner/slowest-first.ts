/**
 * The order of test files. Those of one project stand together, because files share a worker only while those of one project follow one
 * another; within a project the longest come first, so that no worker is left alone with one at the end, and the seed orders the others.
 */
import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files last: they fill the time that the last long one leaves to the other workers. */
const PROJECTS: readonly string[] = ['integration-alone', 'integration', 'unit', 'browser'];

/** Files that take more than 20 s on two cores, the longest first. Of those that load the demonstration only one, or two would make it at once. */
const LONGEST: readonly string[] = [
  'tests/integration/project/index-use.test.ts',
  'tests/integration/backend/embedded/database/embedded-backend.test.ts',
  'tests/integration/tooling/dev.test.ts',
  'tests/integration/file-and-image-attacks/limits.test.ts',
  'tests/integration/backend/embedded/database/upgrade.test.ts',
  'tests/integration/purge/every-table.test.ts',
  'tests/integration/project/demonstration.test.ts',
  'tests/integration/uploads/publication-check.test.ts',
  'tests/integration/backend/alone/subscriptions.test.ts',
  'tests/integration/backend/embedded/database/pglite-thread.test.ts',
  'tests/integration/project/editorial/replace-demonstration.test.ts',
  'tests/integration/images/decoder-memory.test.ts',
  'tests/e2e/walk.test.ts',
  'tests/e2e/admin/editing-day.test.ts',
  'tests/e2e/admin/screens.test.ts',
  'tests/e2e/admin/lists-and-forms.test.ts',
  'tests/e2e/replicas.test.ts',
  'tests/e2e/empty-institution.test.ts',
  'tests/e2e/operations/backup.test.ts',
  'tests/e2e/editing/files.test.ts',
  'tests/e2e/editing/form.test.ts',
  'tests/e2e/admin/demonstration.test.ts',
  'tests/e2e/citizen-forms.test.ts',
  'tests/e2e/admin/accounts.test.ts',
  'tests/e2e/accessibility.test.ts',
  'tests/e2e/measures/gallery.test.ts',
  'tests/e2e/citizen-faults.test.ts',
  'tests/e2e/measures/slow-arrival.test.ts',
  'tests/e2e/map.test.ts',
  'tests/e2e/hosted.test.ts',
  'tests/e2e/images.test.ts',
  'tests/e2e/session/sign-in.test.ts',
  'tests/e2e/admin/release.test.ts',
  'tests/e2e/editing/rich-text.test.ts',
  'tests/e2e/publicacao/hidden-cpf.test.ts',
  'tests/e2e/operations/container.test.ts',
];

interface Place {
  readonly file: TestSpecification;
  readonly project: number;
  readonly length: number;
  readonly lot: string;
}

export class SlowestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const places = files.map((file): Place => {
      const name = file.moduleId.slice(root.length + 1);
      const rank = LONGEST.indexOf(name);
      return {
        file,
        project: PROJECTS.indexOf(file.project.name),
        length: rank === -1 ? LONGEST.length : rank,
        lot: createHash('sha256').update(`${sequence.seed} ${name}`).digest('hex'),
      };
    });
    places.sort((a, b) => a.project - b.project || a.length - b.length || (a.lot < b.lot ? -1 : 1));
    return Promise.resolve(places.map(({ file }) => file));
  }
}
