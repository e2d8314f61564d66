import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The process ids of the bundled PostgreSQL on a data folder: the postmaster first, then (on Linux) what it started. */
export async function findPostgres(dataFolder: string): Promise<number[]> {
  const pidFile = await readFile(path.join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const postmaster = Number.parseInt(pidFile, 10)
  if (!(postmaster > 1) || (await nameOf(postmaster)) !== 'postgres') return []
  return [postmaster, ...(await childrenOf(postmaster))]
}

/** Ends the bundled PostgreSQL of a data folder as a power cut would. */
export async function killPostgres(dataFolder: string): Promise<void> {
  for (const pid of await findPostgres(dataFolder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went with its postmaster: that is what was wanted.
    }
  }
}

/** The program that runs under a process id; a file left by a dead server may name the process of another program. */
async function nameOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return 'postgres'
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
}

async function childrenOf(parent: number): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_, at) => parents[at] === parent)
}

async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // "pid (name) state ppid": the name may hold spaces and brackets.
  const afterName = stat.slice(stat.lastIndexOf(')') + 1).trim()
  return afterName ? Number(afterName.split(' ')[1]) : undefined
}
