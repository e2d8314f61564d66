import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../../../server/db/embedded/binaries.ts'
import { errorMessage } from '../../../server/runtime/errors.ts'
import { until } from '../until.ts'

type Command = readonly [program: string, ...args: string[]]

/** Programs of a district that run in its folder, and the signal that ends each without a trace. */
const SIGNALS = new Map<string, NodeJS.Signals>([
  ['nginx', 'SIGTERM'],
  ['radosgw', 'SIGKILL'],
  ['ceph-osd', 'SIGKILL'],
  ['ceph-mon', 'SIGKILL'],
  // Killed, it would leave shared memory.
  ['postgres', 'SIGQUIT'],
])

/** Some accounts do not look for programs of servers. */
const ENV = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }
/** Milliseconds. */
const PATIENCE = 20_000

/** Runs a command in a district's folder and returns its output. Rejects with all that it said when it fails. */
export async function runProgram(folder: string, [program, ...args]: Command, account?: Account): Promise<string> {
  const child = spawn(program, args, { cwd: folder, env: ENV, stdio: ['ignore', 'pipe', 'pipe'], ...account })
  let stdout = ''
  let said = ''
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`"${[program, ...args].join(' ')}" failed (${code}):\n${said}`)
  return stdout
}

/** Starts a program in the district's folder. It outlives this process, whichever that is, until it is ended by its name. */
export function launch(folder: string, name: string, [program, ...args]: Command, account?: Account): void {
  const output = openSync(join(folder, `${name}.out`), 'a')
  try {
    const stdio = ['ignore' as const, output, output]
    const child = spawn(program, args, { cwd: folder, env: ENV, stdio, detached: true, ...account })
    child.once('error', (error) => writeFileSync(output, errorMessage(error)))
    if (child.pid === undefined) throw new Error(`${program} could not be started`)
    writeFileSync(join(folder, `${name}.pid`), String(child.pid))
    child.unref()
  } finally {
    closeSync(output)
  }
}

/** Waits until a launched program answers. Throws with what it said when it ends before. */
export async function untilReady(folder: string, name: string, answers: () => Promise<boolean>): Promise<void> {
  const pid = await pidOf(folder, name)
  const ended = async () => {
    if (existsSync(`/proc/${pid}`)) return false
    throw new Error(`${name} ended and said:\n${await readFile(join(folder, `${name}.out`), 'utf8')}`)
  }
  await until(async () => (await answers()) || ended(), { patience: PATIENCE, interval: 50, what: name })
}

/** Ends a launched program by this signal; resolves when it is gone. */
export async function endProgram(folder: string, name: string, signal: NodeJS.Signals): Promise<void> {
  const pid = await pidOf(folder, name)
  if (!(await isOfDistrict(folder, pid))) throw new Error(`${name} does not run`)
  process.kill(pid, signal)
  await until(async () => !(await isOfDistrict(folder, pid)), { patience: PATIENCE, what: `the end of ${name}` })
}

async function pidOf(folder: string, name: string): Promise<number> {
  return Number(await readFile(join(folder, `${name}.pid`), 'utf8'))
}

/** Ends all that runs in the folder, portals included. For a district of any process, also of one that was killed. */
export async function endPrograms(folder: string): Promise<void> {
  for (const { pid, signal } of await programsIn(folder)) kill(pid, signal)
  const gone = async () => (await programsIn(folder)).length === 0
  await until(gone, { patience: PATIENCE, what: 'the end of the district' }).catch(async () => {
    for (const { pid } of await programsIn(folder)) kill(pid, 'SIGKILL')
    await until(gone, { patience: PATIENCE, what: 'the end of the district' })
  })
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself, perhaps with the one that started it.
  }
}

async function programsIn(folder: string): Promise<{ pid: number; signal: NodeJS.Signals }[]> {
  const found = []
  for (const name of await readdir('/proc')) {
    const signal = /^\d+$/.test(name) ? await signalFor(folder, Number(name)) : undefined
    if (signal !== undefined) found.push({ pid: Number(name), signal })
  }
  return found
}

async function isOfDistrict(folder: string, pid: number): Promise<boolean> {
  return (await signalFor(folder, pid)) !== undefined
}

/** What ends a process, if it is one of this district's. */
async function signalFor(folder: string, pid: number): Promise<NodeJS.Signals | undefined> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const signal = SIGNALS.get((await read('comm')).trim())
  const isIn = (path: string) => path === folder || path.startsWith(`${folder}/`)
  if (signal) return isIn(await readlink(`/proc/${pid}/cwd`).catch(() => '')) ? signal : undefined
  // A portal runs in the repository; the folder is that of its data. The test runner has no such variable.
  const data = /(?:^|\0)PORTAL_DATA=([^\0]*)/.exec(await read('environ'))?.[1] ?? ''
  return isIn(data) ? 'SIGKILL' : undefined
}
