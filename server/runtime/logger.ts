import fastify, { type FastifyBaseLogger } from 'fastify'
import type { LogLevel } from './config.ts'

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

/** What takes log lines, each ending in a line break; several may come at once. */
interface LogStream {
  write(lines: string): unknown
}

const WAIT = 50
const MUCH = 64 * 1024

/**
 * Collects lines for up to 50 milliseconds and writes them together: a write for each request costs more than the rest of a small answer. What
 * is collected when the process exits is written then; only a kill can lose it.
 */
function createLineBuffer(stream: LogStream): { write(line: string): void } {
  let lines = ''
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const collected = lines
    lines = ''
    if (collected !== '') stream.write(collected)
  }

  process.on('exit', flush)
  return {
    write(line) {
      lines += line
      if (lines.length >= MUCH) flush()
      else timer ??= setTimeout(flush, WAIT).unref()
    },
  }
}
