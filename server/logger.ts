import fastify from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import type { LogLevel } from './config.ts'

/** What takes finished log lines, each ending in a line break. */
export interface LogStream {
  write(line: string): void
}

const SECRET_NAMES = ['password', 'token', 'accessToken', 'access_token', 'refresh', 'cookie', 'authorization']
/** No line is meant to hold any of these; should one do so nevertheless, it does not leave the process. */
const REDACTED = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`])

/** The portal's structured log: one JSON object a line, to standard output unless a stream is given. */
export function createLogger(level: LogLevel, stream?: LogStream): FastifyBaseLogger {
  // Made by the web server, but needed before it: the database logs as well.
  return fastify({
    logger: {
      level,
      ...(stream && { stream }),
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED, censor: '[redacted]' },
      serializers: { err: describeError },
    },
  }).log
}

/** Only these fields, because database errors also carry the values of the query: names, hashes, file names. */
function describeError(error: Error): { type: string; message: string; stack: string; [field: string]: unknown } {
  const message = withoutValues(error.message)
  return {
    type: error.name,
    message,
    stack: (error.stack ?? '').replace(error.message, message),
    ...('code' in error && { code: error.code }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

function withoutValues(message: string): string {
  return message.replace(/\nparams: [\s\S]*$/, '')
}
