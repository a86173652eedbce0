/**
 * Days and moments of this browser. Forms work in its time zone: an editor of the institution sits in it, and the sentence beside each date says
 * in words what was chosen.
 */
import { useEffect, useState } from 'react';

const EVERY_MS = 60_000;

/**
 * Returns the end of this minute in milliseconds since the epoch, renewed every minute: what is scheduled becomes visible while a screen is open,
 * and what is published now is not told as scheduled because the minute began before it.
 */
export function useNow(): number {
  const [now, setNow] = useState(endOfMinute);
  useEffect(() => {
    const timer = setInterval(() => setNow(endOfMinute()), EVERY_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function endOfMinute(): number {
  return Date.now() + EVERY_MS;
}

/** Returns the day of `date` by this browser's calendar, `yyyy-mm-dd`. */
export function localDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
