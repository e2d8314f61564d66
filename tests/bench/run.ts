import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { benchDesktop } from './desktop.bench.ts'
import { benchApplication } from './application.bench.ts'
import { benchClockIns } from './clock-in.bench.ts'
import { benchExport } from './export.bench.ts'
import { benchFaces } from './face.bench.ts'
import { benchFolder } from './folder.bench.ts'
import { benchHashing } from './hashing.bench.ts'
import { benchImport } from './import.bench.ts'
import { benchKills } from './kill.bench.ts'
import { benchLine } from './line.bench.ts'
import { benchLighthouse } from './lighthouse.bench.ts'
import { benchLive } from './live.bench.ts'
import { benchLogin } from './login.bench.ts'
import { benchMe } from './me.bench.ts'
import { benchMechanisms } from './mechanisms.bench.ts'
import { benchMemory } from './memory.bench.ts'
import { benchMixed } from './mixed.bench.ts'
import { benchPages } from './pages.bench.ts'
import { benchRecords } from './records.bench.ts'
import { benchShares } from './shares.bench.ts'
import { benchStart } from './start.bench.ts'
import { benchUpload } from './upload.bench.ts'
import type { Benchmark, Figure } from './figures.ts'
import { tableOf } from './table.ts'

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  pages: benchPages,
  desktop: benchDesktop,
  application: benchApplication,
  hashing: benchHashing,
  upload: benchUpload,
  line: benchLine,
  folder: benchFolder,
  mechanisms: benchMechanisms,
  memory: benchMemory,
  face: benchFaces,
  'clock-in': benchClockIns,
  export: benchExport,
  me: benchMe,
  login: benchLogin,
  mixed: benchMixed,
  import: benchImport,
  live: benchLive,
  lighthouse: benchLighthouse,
  records: benchRecords,
  shares: benchShares,
  start: benchStart,
  kill: benchKills,
}

/** Runs the named benchmarks (all without names) one after the other, prints one table, and returns how many broke. */
export async function runBenchmarks(names: readonly string[], { quick }: { quick: boolean }): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name))
  if (unknown.length > 0) {
    console.error(
      `There is no benchmark called ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`,
    )
    return unknown.length
  }
  const figures: Figure[] = []
  let broken = 0
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 && !names.includes(name)) continue
    const folder = await mkdtemp(path.join(tmpdir(), `portal-bench-${name}-`))
    const say = (line: string): void => console.error(`${name}: ${line}`)
    say(`starts (load ${loadavg()[0]?.toFixed(1)})`)
    try {
      figures.push(...(await benchmark({ quick, folder, say })))
    } catch (error) {
      broken += 1
      console.error(`${name} broke:`, error)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  if (figures.length > 0) console.log(tableOf(figures))
  return broken
}
