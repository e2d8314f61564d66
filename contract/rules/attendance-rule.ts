/** Minutes that somebody may at most be late or early without being so. */
export const TOLERANCE_MAX = 120

/** When the people of a group come and go. Times are HH:MM of the unit's time zone. */
export interface AttendanceTimes {
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[]
  readonly inBy: string
  /** Minutes after `inBy` that are still on time. */
  readonly inTolerance: number
  readonly outFrom: string
  /** Minutes before `outFrom` that are still not early. */
  readonly outTolerance: number
  /** When a day begins: who goes after midnight and before this goes on the day before. */
  readonly dayStart: string
}

/** When a day begins for those whom no rule is for. */
export const DAY_START = '04:00'

/** What became of a person's day; 'pending': today, and not known yet. */
export const DAY_STATUSES = [
  'on_time',
  'late',
  'early',
  'late_early',
  'missing_in',
  'missing_out',
  'absent',
  'off',
  'pending',
] as const
export type DayStatus = (typeof DAY_STATUSES)[number]
