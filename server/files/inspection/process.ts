/**
 * The inspection process: it reads one file, writes what it found to the standard output, and ends. A parser that crashes, hangs or takes all
 * memory ends with it.
 */
import { writeFileSync } from 'node:fs';
import type { FileFacts, InspectionOrder, UnwrittenCopy } from './facts.ts';

const order = JSON.parse(process.argv[2] ?? '') as InspectionOrder;
offerToBeKilledFirst();
const facts = await factsOf(order);
// Blocking, so that the whole answer is there when the process ends.
writeFileSync(1, JSON.stringify(facts));
process.exit(0);

/** proc_pid_oom_score_adj(5): when memory runs out, Linux kills this process before the site. */
function offerToBeKilledFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems do not have this file, and a process without the permission to write may not.
  }
}

/** Each reader is loaded alone: sharp is native, and PDF.js takes a tenth of a second. */
async function factsOf(given: InspectionOrder): Promise<FileFacts | UnwrittenCopy> {
  switch (given.kind) {
    case 'pdf':
      return (await import('./pdf-facts.ts')).pdfFacts(given.path);
    case 'picture':
      return (await import('./picture-facts.ts')).pictureFacts(given);
    case 'office':
      return (await import('./office-facts.ts')).officeFacts(given.path);
    case 'text':
      return (await import('./text-facts.ts')).textFacts(given);
  }
}
