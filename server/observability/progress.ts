/** Shows whoever waits at a terminal how far long work is, without a line for each of a thousand steps. */

/** Returns a reporter that writes a line when the message changes, at every whole tenth of the way, and at the end. */
export function createProgress(write: (line: string) => void): (message: string, done: number, total: number) => void {
  let shown = '';
  return (message, done, total) => {
    const tenth = total > 0 ? Math.floor((done / total) * 10) : 0;
    const step = `${message} ${tenth}`;
    if (step === shown) return;
    shown = step;
    write(total > 0 ? `${message} ${done}/${total}\n` : `${message}\n`);
  };
}
