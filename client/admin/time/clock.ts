/** The time of day while a screen is open. */
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
