import type { FastifyInstance } from 'fastify'

/** Work that deletes what has expired, or fills in what is missing, in every unit. */
export interface CleanupJob {
  /** For the log, such as 'files'. */
  readonly name: string
  /** Hours between the starts of two runs. */
  readonly everyHours: number
  /** Runs also when the server starts. */
  readonly atStart?: boolean
  /** What it resolves to stands in the log. Several processes may run it at the same time. */
  readonly run: () => Promise<unknown>
}

const HOUR = 60 * 60 * 1000

/** Runs the job periodically until the server closes. A run that takes longer than the interval delays the next; a failure is logged. */
export function scheduleCleanup(app: FastifyInstance, { name, everyHours, atStart, run }: CleanupJob): void {
  let running: Promise<void> | undefined
  const start = () => {
    running ??= run()
      .then(
        (result) => app.log.debug({ job: name, result }, 'cleanup job done'),
        (error: unknown) => app.log.warn({ job: name, err: error }, 'cleanup job failed'),
      )
      .finally(() => (running = undefined))
  }
  // The timer alone does not keep the process alive.
  const timer = setInterval(start, everyHours * HOUR).unref()
  if (atStart) app.addHook('onReady', async () => start())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
