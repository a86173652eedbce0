/**
 * Performs the last stage of the Dockerfile without a container engine, by the Dockerfile's own lines, and starts the server from it: a folder
 * becomes the root of a process that may write to `/data` alone and has the user of the image. Debian, binutils and the superuser are needed.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { commandOf, environmentOf, parseDockerfile, type Stage } from './dockerfile.ts';

export interface RuntimeStage {
  /** The folder that is the root of the image. */
  readonly root: string;
  readonly stage: Stage;
}

/** Whether this process may mount and change users, and has the programs that lay out the system of the image. */
export function canPerform(): boolean {
  return process.getuid?.() === 0 && ['/usr/bin/dpkg-query', '/usr/bin/strip'].every((program) => existsSync(program));
}

/** What the stage `build` makes outside the checkout. */
const MADE = ['runtime', 'system', 'data'];

/** Performs what the last stage copies, in an empty folder, with the built checkout in place of the stage `build`. */
export function performRuntimeStage(checkout: string, folder: string): RuntimeStage {
  const stages = parseDockerfile(readFileSync(path.join(checkout, 'Dockerfile'), 'utf8'));
  const [build, stage] = stages;
  if (build === undefined || stage === undefined || stages.length !== 2) throw new Error('the Dockerfile has two stages');
  const root = path.join(folder, 'imagem');
  mkdirSync(root);
  for (const { name, text } of build.instructions) {
    if (name === 'RUN' && MADE.some((made) => text.includes(` /${made}`))) runInCheckout(checkout, folder, text);
  }
  let workdir = '/';
  for (const { name, text } of stage.instructions) {
    if (name === 'WORKDIR') workdir = text;
    if (name === 'COPY') copy(text, { checkout, folder, root, workdir });
    if (name === 'RUN') throw new Error('an image without a shell runs nothing while it is built');
  }
  // A container engine makes these.
  for (const place of ['dev', 'proc']) mkdirSync(path.join(root, place));
  return { root, stage };
}

/** Runs a command of the stage `build`, whose folders of `MADE` are in `folder`. */
function runInCheckout(checkout: string, folder: string, command: string): void {
  const PATH = `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const here = command.replaceAll(new RegExp(`(?<= )/(?=(?:${MADE.join('|')})\\b)`, 'g'), `${folder}/`);
  execFileSync('/bin/sh', ['-ec', here], { cwd: checkout, env: { ...process.env, PATH } });
}

interface Places {
  readonly checkout: string;
  readonly folder: string;
  readonly root: string;
  readonly workdir: string;
}

function copy(text: string, { checkout, folder, root, workdir }: Places): void {
  const words = text.split(/\s+/);
  const options = words.filter((word) => word.startsWith('--'));
  const paths = words.slice(options.length);
  const fromBuild = options.includes('--from=build');
  const target = path.join(root, path.resolve(workdir, paths.at(-1) ?? ''));
  const isThere = existsSync(target);
  for (const named of paths.slice(0, -1)) {
    const source = fromBuild && !named.startsWith('/app/') ? path.join(folder, named) : path.join(checkout, named.replace(/^\/app\//, ''));
    // A folder gives its contents, a file goes into the folder that is named.
    cpSync(source, statSync(source).isDirectory() ? target : path.join(target, path.basename(source)), { recursive: true });
  }
  const owner = options
    .find((option) => option.startsWith('--chown='))
    ?.match(/\d+/g)
    ?.map(Number);
  // As the engines do it: `--chown` does not change a folder that is there.
  if (owner !== undefined && !isThere) chownSync(target, owner[0] ?? 0, owner[1] ?? 0);
}

const NAMESPACE = ['/usr/bin/unshare', '--mount', '--propagation', 'private', '/bin/sh', '-ec'];

/**
 * In it: nothing but the data may be written, and the user of the image has no privilege. The data belong to whom the image gives
 * `/data`.
 */
const SEALED = `
  mount --bind "$root" "$root"
  mount --rbind /dev "$root/dev"
  mount --rbind /proc "$root/proc"
  chown -R --reference="$root/data" "$DATA_ON_HOST"
  mount --bind "$DATA_ON_HOST" "$root/data"
  mount -o remount,bind,ro "$root"
  exec setpriv --no-new-privs unshare --root "$root" --wd "$workdir" --setuid "\${user%:*}" --setgid "\${user#*:}" "$@"`;

export interface ContainerOptions {
  readonly dataDirectory: string;
  /** Variables beside those of the image. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What `launchSite` starts in place of the built site of this checkout: a command of the image, its `CMD` unless another is given. */
export function startedInContainer(
  { root, stage }: RuntimeStage,
  { dataDirectory, environment }: ContainerOptions,
  command = commandOf(stage, 'CMD'),
): { readonly command: readonly string[]; readonly environment: Readonly<Record<string, string>> } {
  const text = (instruction: string): string => stage.instructions.find(({ name }) => name === instruction)?.text ?? '';
  const script = `PATH=$PATH:/usr/bin:/bin root=$1 workdir=$2 user=$3; shift 3${SEALED}`;
  return {
    command: [...NAMESPACE, script, 'sh', root, text('WORKDIR'), text('USER'), ...command],
    environment: {
      ...environmentOf(stage),
      DATA_ON_HOST: dataDirectory,
      ...environment,
    },
  };
}

/** Bytes of the files below a folder. */
export function bytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.reduce((sum, entry) => sum + (entry.isFile() ? statSync(path.join(entry.parentPath, entry.name)).size : 0), 0);
}
