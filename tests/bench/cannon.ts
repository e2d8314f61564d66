import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'))
const CONNECTIONS = 50
const WARM_UP_SECONDS = 2

const resultSchema = z.object({
  duration: z.number(),
  requests: z.object({ total: z.number() }),
  latency: z.object({ p99: z.number() }),
  errors: z.number(),
  timeouts: z.number(),
  non2xx: z.number(),
})

export interface Volley {
  readonly perSecond: number
  /** 99th percentile of the time to an answer, in milliseconds. */
  readonly p99: number
}

/** Fetches an address as fast as 50 connections can, after a warm-up. Rejects when an answer fails: a refusal is quick and proves nothing. */
export async function fire(
  url: string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
  /** So many a second instead, over as many connections. */
  rate?: number,
): Promise<Volley> {
  const options = [
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    ...(rate === undefined ? [] : ['--overallRate', `${rate}`]),
  ]
  const shoot = async (length: number): Promise<Volley> => {
    const args = [AUTOCANNON, '--json', '--connections', `${CONNECTIONS}`, '--duration', `${length}`, ...options, url]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const { duration, requests, latency, errors, timeouts, non2xx } = z.parse(resultSchema, JSON.parse(stdout))
    const failed = errors + timeouts + non2xx
    if (failed > 0) throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} refusals`)
    return { perSecond: requests.total / duration, p99: latency.p99 }
  }
  await shoot(WARM_UP_SECONDS)
  return shoot(seconds)
}
