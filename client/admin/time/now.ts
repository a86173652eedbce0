/** The moment by which screens say what is visible, renewed every minute: what is scheduled becomes visible while a screen is open. */
import { useEffect, useState } from 'react';

const EVERY_MS = 60_000;

/** Returns milliseconds since the epoch, of this minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
