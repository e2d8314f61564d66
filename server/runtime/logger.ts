import fastify from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import type { LogLevel } from './config.ts'
import { createLineBuffer, type LogStream } from './log-lines.ts'

const SECRET_NAMES = new Set([
  'password',
  'token',
  'accesstoken',
  'access_token',
  'refresh',
  'userclientid',
  'cookie',
  'set-cookie',
  'authorization',
])
const HIDDEN = '[redacted]'

/** The portal's structured log: one JSON object a line, to standard output unless a stream is given. */
export function createLogger(level: LogLevel, stream: LogStream = process.stdout): FastifyBaseLogger {
  // Made by the web server, but needed before it: the database logs as well.
  return fastify({
    logger: {
      level,
      stream: createLineBuffer(stream),
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: hideSecrets },
      serializers: { err: describeError },
    },
  }).log
}

/** No line is meant to hold a secret; should one do so nevertheless, at its top or up to three levels below, it does not leave the process. */
export function hideSecrets(fields: Record<string, unknown>, depth = 3): Record<string, unknown> {
  let hidden: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(fields)) {
    const safe = SECRET_NAMES.has(name.toLowerCase())
      ? HIDDEN
      : depth > 0 && isPlain(value)
        ? hideSecrets(value, depth - 1)
        : value
    if (safe !== value) hidden = { ...(hidden ?? fields), [name]: safe }
  }
  return hidden ?? fields
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
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
