import { useEffect, useState } from 'react'

/** Seconds that are left of a countdown, which begins when `running` does and again with another `round`; 0 when it is over. */
export function useCountdown(seconds: number, running: boolean, round: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (!running) return
    setLeft(seconds)
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [seconds, running, round])
  return running ? left : seconds
}
