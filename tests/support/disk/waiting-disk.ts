/**
 * Loaded into every thread of a site (`--import`): while the file that `DISK_WAITS` names is there, no fsync returns, as on a disk that is slow or hangs.
 * The first one that waits says so in a file beside it.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const mark = process.env['DISK_WAITS'] ?? '';
const cell = new Int32Array(new SharedArrayBuffer(4));
const { fsyncSync } = fs;

fs.fsyncSync = (descriptor) => {
  for (; fs.existsSync(mark); Atomics.wait(cell, 0, 0, 10)) fs.writeFileSync(`${mark}-ocupado`, '');
  fsyncSync(descriptor);
};
syncBuiltinESMExports();
