/**
 * The base of a project: its first migrations, which were written anew in the place of earlier ones. The first line of its last file says
 * which was the last of those, `-- replaces: <name>`; the base is every migration after that name up to that file. Nothing of it is run on a database
 * that has all of the earlier ones: it has the same objects.
 */
import { StartupError } from '../../../observability/startup-report.ts';
import type { Migration } from './project-directory.ts';

export interface MigrationRecords {
  /** Migrations whose objects the database has. */
  readonly applied: readonly Migration[];
  /** Those of `applied` that have no record: earlier migrations, which they replace, made their objects. */
  readonly unrecorded: readonly Migration[];
  /** Records of neither `migrations` nor those that they replace. */
  readonly unknown: readonly string[];
}

const REPLACES = /^-- replaces: (?<name>\d+_\w+)\n/;

/**
 * Compares the names that a database, or a backup, has recorded with the migrations of the project.
 * @throws StartupError for a database that has some of the earlier migrations and not the last one.
 */
export function compareRecords(recorded: ReadonlySet<string>, migrations: readonly Migration[]): MigrationRecords {
  const end = migrations.findIndex(({ sql }) => REPLACES.test(sql));
  const last = REPLACES.exec(migrations[end]?.sql ?? '')?.groups?.['name'] ?? '';
  const names = new Set(migrations.map(({ name }) => name));
  const earlier = [...recorded].filter((name) => numberOf(name) <= numberOf(last) && !names.has(name));
  if (earlier.length > 0 && !recorded.has(last)) {
    throw new StartupError(
      `the database has migrations of before ${last} and not that one: start it once with a version of the site that has it (docs/runbook.md)`,
    );
  }
  // A file of the bootstrap that such a database lacks came after its last start, and is run.
  const base = migrations.slice(0, end + 1).filter(({ name }) => numberOf(name) > numberOf(last));
  const unrecorded = earlier.length === 0 ? [] : base.filter(({ name }) => !recorded.has(name));
  return {
    applied: migrations.filter((migration) => recorded.has(migration.name) || unrecorded.includes(migration)),
    unrecorded,
    unknown: [...recorded].filter((name) => !names.has(name) && !earlier.includes(name)),
  };
}

/** The number that begins a name; of a file of the bootstrap NaN, which is neither before nor after any. */
function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
