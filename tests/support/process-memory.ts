import { readFile } from 'node:fs/promises'

/**
 * Megabytes that processes take: memory that several share is counted once, in parts (Linux's proportional set size). Undefined where the
 * system does not tell.
 */
export async function megabytesOf(pids: readonly number[]): Promise<number | undefined> {
  const sizes = await Promise.all(pids.map(kilobytesOf))
  let total = 0
  for (const size of sizes) {
    if (size === undefined) return undefined
    total += size
  }
  return (total * 1024) / 1_000_000
}

async function kilobytesOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const match = /^Pss:\s+(\d+) kB$/m.exec(text)
  return match ? Number(match[1]) : undefined
}
