import type * as z from 'zod/mini'

/** What one of all processes runs once in each interval. */
export interface ScheduledJob {
  readonly name: string
  /** At most 24. Intervals begin at multiples of it since midnight, UTC; the first start within one runs the job at once. */
  readonly everyHours: number
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

/**
 * What jobs wait for, with the runs of each at once in one process: a lane that is full leaves the others their runs. A person waits for `person`, a time has come for
 * `due`, and `long` takes minutes or hours.
 */
export const LANES = { person: 16, due: 4, long: 4 }

/** Seconds: graphile-worker gives a job to another process after four hours. */
export const LONGEST_RUN = 3.75 * 3600

/** What is run once for each time that it was sent. */
export interface Task<T> {
  readonly name:
    | 'mail'
    | 'password-reset'
    | 'import'
    | 'import-undo'
    | 'scheduled-import'
    | 'publication'
    | 'unit-export'
    | 'area-branding'
    | 'personal-data'
  readonly lane: keyof typeof LANES
  readonly data: z.ZodMiniType<T>
  /** Seconds of one run, after which its signal aborts: at most `LONGEST_RUN`. */
  readonly seconds: number
  /** Seconds before the second attempt, doubled for each later one up to an hour, and the number of attempts after the first. */
  readonly retry: { readonly after: number; readonly times: number }
  /** Runs at once in this process, and those of them that share a key. */
  readonly atOnce: number
  readonly share?: { readonly atOnce: number; readonly keyOf: (data: T) => string }
  /** Throws JobRefused when another attempt is of no use, and JobPostponed when it is not its turn. */
  readonly run: (data: T, signal: AbortSignal) => Promise<unknown>
  /** Called once no attempt is left. */
  readonly onDead?: (data: T, code: string) => Promise<void>
}

/** What a job is about: never a secret that is not sealed. */
export type JobData = { readonly unitId: string } & Readonly<Record<string, string | number>>

/** Another attempt would fail as well. */
export class JobRefused extends Error {}

/** Tried again after so many seconds, as if it had not been tried. */
export class JobPostponed extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super(`postponed by ${seconds} s`)
    this.seconds = seconds
  }
}
