/** The admission of a client to the origin: its turn, and the end of the work that it was admitted to. */
import type { Admitted, Turn } from '../../../shared/cache/admission.ts';
import type { ClientRequest } from '../request/client-request.ts';
import { unlessDisconnected } from './participants.ts';
import type { FlightOutcome } from './plan.ts';

/** The part of a flight that says when its work ends. */
interface Work {
  readonly isSettling: boolean;
  readonly done: Promise<unknown>;
}

/** Waits for the client's turn. Null when the client has disconnected: its turn then goes to the next. */
export async function turnOf(client: ClientRequest, waiting: Promise<Turn>): Promise<Turn | null> {
  const turn = await unlessDisconnected(client, waiting);
  if (turn === null) void waiting.then(giveUp);
  return turn;
}

function giveUp(turn: Turn): void {
  if (turn.kind === 'admitted') turn.release();
}

/** Runs work to which a client was admitted. A fault ends it. */
export async function whileAdmitted({ release }: Admitted, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    release();
    throw fault;
  }
}

/**
 * Ends the work when nothing more is made for the response: when it is stored, or at the head of one that is not. What is left of such a
 * body is sent at the pace of its reader, and a slow reader must not hold its quota.
 */
export function releaseAfterWork({ release }: Admitted, flight: Work, outcome: FlightOutcome): void {
  if (outcome.kind === 'stream' && (outcome.storing || flight.isSettling)) void flight.done.then(release);
  else release();
}
