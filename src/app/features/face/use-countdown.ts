import { useEffect, useState } from 'react'

/** Seconds that are left of a countdown, which begins when `running` does and anew with another `round`; 0 when it is over. */
export function useCountdown(seconds: number, running: boolean, round: number): number {
  const [counted, setCounted] = useState({ round, left: seconds })
  useEffect(() => {
    if (!running) return
    const count = () =>
      setCounted((now) => ({ round, left: Math.max(0, (now.round === round ? now.left : seconds) - 1) }))
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [seconds, running, round])
  return counted.round === round ? counted.left : seconds
}
