/** Minutes of the largest tolerance for being late or early. */
export const TOLERANCE_MAX = 120

/** The hours of a group. Times are HH:MM in the unit's time zone. */
export interface AttendanceTimes {
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[]
  readonly inBy: string
  /** Minutes after `inBy` that are still on time. */
  readonly inTolerance: number
  readonly outFrom: string
  /** Minutes before `outFrom` that are not early. */
  readonly outTolerance: number
  /** Start of a day: leaving after midnight and before this counts for the day before. */
  readonly dayStart: string
}

/** For people without a rule. */
export const DAY_START = '04:00'

/** 'excused': absent with an accepted notice. 'pending': today, and not known yet. */
export const DAY_STATUSES = [
  'on_time',
  'late',
  'early',
  'late_early',
  'missing_in',
  'missing_out',
  'absent',
  'excused',
  'off',
  'pending',
] as const
export type DayStatus = (typeof DAY_STATUSES)[number]
