/**
 * Days and moments of this browser. Forms work in its time zone: an editor of the institution sits in it, and the sentence beside each date says
 * in words what was chosen.
 */
import { useEffect, useState } from 'react';

const EVERY_MS = 60_000;

/** Returns milliseconds since the epoch, renewed every minute: what is scheduled becomes visible while a screen is open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Returns the day of `date` by this browser's calendar, `yyyy-mm-dd`. */
export function localDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
