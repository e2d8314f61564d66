import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

const CALLER = fileURLToPath(new URL('steady-caller.mjs', import.meta.url))

/** Asks for an address so often a second, evenly, and returns the 99th percentile of the milliseconds to an answer. Rejects when an answer fails. */
export async function callSteadily(
  url: string,
  { perSecond, seconds, headers }: { perSecond: number; seconds: number; headers: Readonly<Record<string, string>> },
): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [CALLER], {
    env: {
      ...process.env,
      URL: url,
      INTERVAL: String(1000 / perSecond),
      SECONDS: String(seconds),
      HEADERS: JSON.stringify(headers),
    },
    maxBuffer: 64 * 1024 * 1024,
  })
  const took = z.parse(z.array(z.number()), JSON.parse(stdout)).toSorted((a, b) => a - b)
  return took[Math.ceil(took.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
}
