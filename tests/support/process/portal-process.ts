import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import packageJson from '../../../package.json' with { type: 'json' }
import { OPERATORS } from '../schools/operators.ts'
import { findFreePort } from './free-port.ts'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))
/** The server as `npm start` runs it. */
const SERVER = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url))
/** What `npm start` tells Node. */
const FLAGS = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))
const PATIENCE = 60_000

/** A portal that was built and runs in a process of its own. */
export interface PortalProcess {
  readonly pid: number
  readonly port: number
  /** `http://localhost:port`, as the demo school is reached. */
  readonly origin: string
  /** Milliseconds from the start of the process to its ready line. */
  readonly readyAfter: number
  /** What it has said so far, its log among it. */
  readonly output: string
  /** Ends it as a power cut would; resolves when it is gone. */
  kill(): Promise<void>
  /** Ends it as a service manager would; resolves when it is gone. */
  stop(): Promise<void>
}

export interface PortalOptions {
  readonly dataFolder: string
  /** Any free port unless said. */
  readonly port?: number
  /** What runs: the built server unless said. It gets a process group of its own, so that what it starts ends with it. */
  readonly command?: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  /** Bytes of the longest file that it may write: beyond it writing fails as on a full disk. Where there is a POSIX shell. */
  readonly longestFile?: number
}

/** Starts the built portal on a data folder and waits for its ready line. Rejects with its output when it ends before. */
export async function startPortal(options: PortalOptions): Promise<PortalProcess> {
  const { dataFolder, command, env = {}, longestFile } = options
  const port = options.port ?? (await findFreePort())
  const usual = [process.execPath, ...FLAGS, SERVER] as const
  // The shell counts in 512 bytes, and becomes what it starts.
  const limited = ['sh', '-c', `ulimit -S -f ${(longestFile ?? 0) / 512} && exec "$@"`, 'sh', ...usual] as const
  const [program, ...args] = command ?? (longestFile === undefined ? usual : limited)
  const detached = command !== undefined && process.platform !== 'win32'
  const startedAt = performance.now()
  const child = spawn(program, args, {
    cwd: REPOSITORY,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORTAL_LOG_LEVEL: 'warn',
      // The tests' mail servers are on loopback.
      PORTAL_MAIL_NETWORKS: '127.0.0.0/8',
      // Sixty-four megabytes for each portal.
      PORTAL_DISK_RESERVE: '0',
      // How busy the machine is decides no test.
      PORTAL_OVERLOAD_DELAY: '0',
      // Portals that run beside each other cannot have the same port.
      PORTAL_OPERATOR_HOST: OPERATORS,
      ...env,
      PORT: String(port),
      PORTAL_DATA: dataFolder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.once(detached ? 'close' : 'exit', () => resolve()))
  const ready = new Promise<number>((resolve, reject) => {
    const take = (data: Buffer): void => {
      output += data.toString()
      if (/^ready http/m.test(output)) resolve(performance.now() - startedAt)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`the portal ended (${code ?? signal}) and said:\n${output}`)))
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (detached && child.pid !== undefined) process.kill(-child.pid, signal)
    else child.kill(signal)
    await exited
  }
  const deadline = setTimeout(() => void end('SIGKILL'), PATIENCE)
  const readyAfter = await ready.finally(() => clearTimeout(deadline))
  if (child.pid === undefined) throw new Error('the portal has no process id')
  return {
    pid: child.pid,
    port,
    origin: `http://localhost:${port}`,
    readyAfter,
    get output() {
      return output
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
