import fastify, { type FastifyBaseLogger } from 'fastify'
import type { LogLevel } from './settings.ts'

type Write = (fields: object, message: string) => void

/** Fastify's and pino's loggers fit. */
export interface Log {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

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

/** One JSON object a line. */
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

/** Redacts named secrets at the top of a log line and up to three levels below. No line is meant to hold any. */
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

/** Only these fields: database errors also carry the values of the query. */
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

/** Several lines may come at once. */
interface LogStream {
  write(lines: string): unknown
}

const WAIT = 50
const MUCH = 64 * 1024

/** Writes lines together every 50 ms: a write for each request costs more than the rest of a small answer. Only a kill loses collected lines. */
function createLineBuffer(stream: LogStream): { write(line: string): void } {
  let lines = ''
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    process.off('exit', flush)
    timer = undefined
    const collected = lines
    lines = ''
    if (collected !== '') stream.write(collected)
  }

  return {
    write(line) {
      // The exit handler exists only while lines wait, because a process may make many loggers and never ends one.
      if (lines === '') process.once('exit', flush)
      lines += line
      if (lines.length >= MUCH) flush()
      else timer ??= setTimeout(flush, WAIT).unref()
    },
  }
}
