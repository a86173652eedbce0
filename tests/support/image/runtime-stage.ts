/**
 * Performs the last stage of the Dockerfile without a container engine, by the Dockerfile's own lines, and starts the server from it: a folder
 * becomes the root of a process that may write to `/data` alone and has the user of the image. Linux and its superuser are needed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandOf, environmentOf, parseDockerfile, type Stage } from './dockerfile.ts';

export interface RuntimeStage {
  /** The folder that is the root of the image. */
  readonly root: string;
  readonly stage: Stage;
}

/** Whether this process may mount and change users. */
export function canPerform(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** Performs `COPY` and `RUN` of the last stage in an empty folder, with the built checkout in place of the stage `build`. */
export function performRuntimeStage(checkout: string, folder: string): RuntimeStage {
  const stages = parseDockerfile(readFileSync(path.join(checkout, 'Dockerfile'), 'utf8'));
  const [build, stage] = stages;
  if (build === undefined || stage === undefined || stages.length !== 2) throw new Error('the Dockerfile has two stages');
  const [root, made] = [path.join(folder, 'imagem'), path.join(folder, 'runtime')];
  for (const place of [path.join(root, 'app'), path.join(root, 'tmp'), made]) mkdirSync(place, { recursive: true });
  for (const { name, text } of build.instructions) if (name === 'RUN' && text.includes('/runtime')) runInCheckout(checkout, made, text);
  layOutSystem(root);
  for (const { name, text } of stage.instructions) {
    if (name === 'COPY') copy(text, { checkout, made, workdir: path.join(root, 'app') });
    if (name === 'RUN') execFileSync('unshare', inNamespace(root, SYSTEM, ['/bin/sh', '-ec', text]), { stdio: 'pipe' });
  }
  return { root, stage };
}

function runInCheckout(checkout: string, made: string, command: string): void {
  const PATH = `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  execFileSync('/bin/sh', ['-ec', command.replaceAll(/(?<![\w/.])\/runtime\b/g, made)], { cwd: checkout, env: { ...process.env, PATH } });
}

function copy(text: string, { checkout, made, workdir }: { checkout: string; made: string; workdir: string }): void {
  const words = text.split(/\s+/);
  const fromBuild = words[0] === '--from=build';
  const paths = fromBuild ? words.slice(1) : words;
  const target = path.join(workdir, paths.at(-1) ?? '');
  for (const named of paths.slice(0, -1)) {
    const source = path.join(named.startsWith('/runtime') ? made : checkout, fromBuild ? named.replace(/^\/(?:app|runtime)/, '') : named);
    // A folder gives its contents, a file goes into the folder that is named.
    cpSync(source, statSync(source).isDirectory() ? target : path.join(target, path.basename(source)), { recursive: true });
  }
}

/** The user `node` of the base image, and what of the system its programs find at the root. */
function layOutSystem(root: string): void {
  for (const place of ['etc', 'usr', 'dev', 'proc']) mkdirSync(path.join(root, place));
  writeFileSync(path.join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  writeFileSync(path.join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  for (const place of ['bin', 'sbin', 'lib', 'lib64']) execFileSync('ln', ['-s', `usr/${place}`, path.join(root, place)]);
}

/** In a namespace of mounts: the system's programs, and in `/usr/local` this Node beside an npm, as in the base image. */
const SYSTEM = `
  mount --bind "$root" "$root"
  mount --rbind /usr "$root/usr"
  mount --rbind /dev "$root/dev"
  mount --rbind /proc "$root/proc"
  mount -t tmpfs none "$root/usr/local"
  mkdir -p "$root/usr/local/bin" "$root/usr/local/lib/node_modules/npm" "$root/usr/local/include"
  touch "$root/usr/local/bin/node" "$root/usr/local/bin/npm"
  mount --bind ${JSON.stringify(process.execPath)} "$root/usr/local/bin/node"`;

/** Then: nothing but the data may be written, and the user of the image has no privilege. The data belong to whom the image gives \`/data\`. */
const SEALED = `${SYSTEM}
  chown -R --reference="$root/data" "$DATA_ON_HOST"
  mount --bind "$DATA_ON_HOST" "$root/data"
  mount -o remount,bind,ro "$root"`;

function inNamespace(root: string, mounts: string, command: readonly string[], user = '0:0'): string[] {
  const enter = 'exec setpriv --no-new-privs chroot --userspec="$user" "$root" /bin/sh -c \'cd /app && exec "$@"\' sh "$@"';
  const script = `root=$1 user=$2; shift 2${mounts}\n${enter}`;
  return ['--mount', '--propagation', 'private', 'sh', '-ec', script, 'sh', root, user, ...command];
}

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
  const user = stage.instructions.find(({ name }) => name === 'USER')?.text ?? '0:0';
  return {
    command: ['unshare', ...inNamespace(root, SEALED, command, user)],
    environment: {
      ...environmentOf(stage),
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
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
