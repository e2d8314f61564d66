import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url))

/** The built portal in a process of its own, with everything it says. */
export interface PortalRun {
  readonly child: ChildProcess
  /** The address of the ready line; rejects when the process ends without one. */
  readonly ready: Promise<string>
  /** What it said and how it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** Starts the built portal with this environment on top of the test's own, on any free port unless told otherwise. */
export function runPortal(env: Readonly<Record<string, string>>): PortalRun {
  const child = spawn(process.execPath, [server], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORTAL_LOG_LEVEL: 'error',
      // Sixty-four megabytes for each portal.
      PORTAL_DISK_RESERVE: '0',
      PORT: '0',
      HOST: '',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString()
      const address = /^ready (\S+)\n/m.exec(stdout)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('close', () => reject(new Error(`the portal ended and said:\n${stderr}`)))
  })
  // A start that is meant to fail is looked at by how it ended.
  ready.catch(() => undefined)
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }))
  return { child, ready, ended }
}
