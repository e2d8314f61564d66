import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface ReferenceServer {
  readonly pid: number
  readonly origin: string
  /** Milliseconds from the start of the process until it listened. */
  readonly readyAfter: number
  stop(): Promise<void>
}

/** Starts one of the reference servers of this folder in a process of its own. */
export async function startReference(
  script: 'bare-server.mjs' | 'select-server.mjs' | 'event-server.mjs' | 'tus-server.mjs',
  env: Readonly<Record<string, string>> = {},
): Promise<ReferenceServer> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(Number(data.toString())))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  if (child.pid === undefined) throw new Error(`${script} has no process id`)
  return {
    pid: child.pid,
    origin: `http://127.0.0.1:${port}`,
    readyAfter: performance.now() - startedAt,
    async stop() {
      child.kill()
      await exited
    },
  }
}
