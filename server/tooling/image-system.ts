/**
 * What the container's image has of a system: this Node without its symbols, the libraries that it and the binaries of the packages load, the user that
 * the site runs as, and a folder for temporary files. There is no shell and no package manager. For Debian, with binutils.
 *
 *   node server/tooling/image-system.ts <folder that becomes the root> <folder with the packages>
 */
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NODE = 'usr/local/bin/node';

const FILES: Readonly<Record<string, string>> = {
  'etc/passwd': 'root:x:0:0::/root:/sbin/nologin\nnode:x:1000:1000::/data:/sbin/nologin\n',
  'etc/group': 'root:x:0:\nnode:x:1000:\n',
  'etc/nsswitch.conf': 'hosts: files dns\n',
};

async function layOut(root: string, packages: string): Promise<readonly string[]> {
  for (const folder of ['etc', 'usr/local/bin', 'tmp']) await mkdir(path.join(root, folder), { recursive: true });
  await chmod(path.join(root, 'tmp'), 0o1777);
  for (const [file, text] of Object.entries(FILES)) await writeFile(path.join(root, file), text);
  const node = await realpath(process.execPath);
  execFileSync('strip', ['--strip-unneeded', '-o', path.join(root, NODE), node]);
  await cp(path.join(node, '../../LICENSE'), path.join(root, NODE, '../../LICENSE'));
  const libraries = new Set([node, ...(await binariesOf(packages))].flatMap(librariesOf));
  const ofSystem = [...libraries].filter((library) => !library.startsWith(packages));
  for (const library of ofSystem) await cp(library, path.join(root, library), { dereference: true });
  const debian = new Set(ofSystem.map(debianPackageOf));
  for (const name of debian) await describe(root, name);
  return [...debian];
}

async function binariesOf(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => /\.node$|\.so(?:\.\d+)*$/.test(file)).map((file) => path.join(folder, file));
}

/** The files that the loader would load with a binary. */
function librariesOf(binary: string): readonly string[] {
  const lines = execFileSync('ldd', [binary], { encoding: 'utf8' });
  if (lines.includes('not found')) throw new Error(`a library of ${binary} is missing:\n${lines}`);
  return [...lines.matchAll(/(\/\S+) \(0x/g)].map(([, library = '']) => library);
}

function debianPackageOf(library: string): string {
  // Debian names some libraries by /lib and some by /usr/lib, which are one folder.
  const owner = execFileSync('dpkg-query', ['--search', `*${library.replace(/^\/usr/, '')}`], { encoding: 'utf8' });
  return owner.slice(0, owner.indexOf(':'));
}

/** The notice that goes with a copy of a package, and what scanners of images read of its version. */
async function describe(root: string, name: string): Promise<void> {
  const [status, copyright] = [path.join(root, 'var/lib/dpkg/status.d'), `usr/share/doc/${name}/copyright`];
  await mkdir(status, { recursive: true });
  await writeFile(path.join(status, name), execFileSync('dpkg-query', ['--status', name]));
  await cp(path.join('/', copyright), path.join(root, copyright), { dereference: true });
}

const [root, packages] = process.argv.slice(2);
if (root === undefined || packages === undefined) throw new Error('name the folder of the root and that of the packages');
const debian = await layOut(path.resolve(root), path.resolve(packages));
process.stdout.write(`Node ${process.versions.node}, ${debian.join(', ')}\n`);
