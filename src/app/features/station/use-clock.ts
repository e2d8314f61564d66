import { useEffect, useState } from 'react'

/** The server's time as far as it is known, anew each second. */
export function useClock(skew: number): Date {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return new Date(now + skew)
}
