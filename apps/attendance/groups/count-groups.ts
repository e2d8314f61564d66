import { DAY_GROUPS, isIn, type DayGroup, type DayLook } from '../day-look.ts'

/** The number of people in each group; late and early counts in both. */
export function countGroups(looks: readonly DayLook[]): Record<DayGroup, number> {
  const counts = { missing: 0, excused: 0, late: 0, early: 0, incomplete: 0, present: 0, rest: 0 }
  for (const look of looks) {
    for (const group of DAY_GROUPS) if (isIn(group, look)) counts[group] += 1
  }
  return counts
}
