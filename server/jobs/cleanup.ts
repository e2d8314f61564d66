import type { FastifyInstance } from 'fastify'

export interface CleanupJob {
  readonly name: string
  readonly everyHours: number
  readonly atStart?: boolean
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
