type Write = (fields: object, message: string) => void

/** The part of a structured logger that the layers below the web server use; Fastify's and pino's loggers fit. */
export interface Log {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

/** A log that writes nothing, for tests and tools. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
