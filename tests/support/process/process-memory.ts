import { readFile } from 'node:fs/promises'

/**
 * What counts of memory that several processes share: all of it (what is resident, as for one process that people look at), or this process's
 * part (proportional, so that a family of processes can be added up).
 */
export type Counting = 'Rss' | 'Pss'

/** Megabytes that processes take together. Undefined where the system does not tell, which is everywhere but on Linux. */
export async function megabytesOf(pids: readonly number[], counting: Counting): Promise<number | undefined> {
  const sizes = await Promise.all(pids.map((pid) => kilobytesOf(pid, counting)))
  let total = 0
  for (const size of sizes) {
    if (size === undefined) return undefined
    total += size
  }
  return (total * 1024) / 1_000_000
}

async function kilobytesOf(pid: number, counting: Counting): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const match = new RegExp(`^${counting}:\\s+(\\d+) kB$`, 'm').exec(text)
  return match ? Number(match[1]) : undefined
}
