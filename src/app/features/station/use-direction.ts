import { useEffect, useRef, useState } from 'react'
import type { Direction } from '../../../../contract/endpoints/attendance-station.ts'
import { proposedDirection, type StationSchedule } from '../../../../contract/rules/proposed-direction.ts'

/** Milliseconds for which a direction that was chosen by hand holds: long enough to type a number or for a class to pass, too short to mislead those who come later. */
const CHOICE_HOLDS = 2 * 60_000
const SECOND = 1000

/**
 * The direction in which the next person passes at a station for both, and a way to choose it: what was chosen within the last two minutes, else what the
 * school's hours propose. `skew`: milliseconds to add to the device's clock for the server's time.
 */
export function useDirection(schedule: StationSchedule, skew: number): [Direction, (chosen: Direction) => void] {
  const [proposed, setProposed] = useState(() => proposedDirection(Date.now() + skew, schedule))
  const [chosen, setChosen] = useState<Direction | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const follow = () => setProposed(proposedDirection(Date.now() + skew, schedule))
    follow()
    // Each second, and not once at the next change: a device sleeps, and its clock is set.
    const each = setInterval(follow, SECOND)
    return () => clearInterval(each)
  }, [schedule, skew])
  useEffect(() => () => clearTimeout(timer.current), [])

  const choose = (direction: Direction) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setChosen(null), CHOICE_HOLDS)
    setChosen(direction)
  }
  return [chosen ?? proposed, choose]
}
