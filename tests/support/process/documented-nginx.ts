import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { until } from '../until.ts'
import { findFreePort } from './free-port.ts'

// nginx with the configuration that docs/operate/install.md gives to operators, but for names, ports and files.

const DOCUMENT = new URL('../../../docs/operate/install.md', import.meta.url)
/** Some accounts do not look for programs of servers. */
const PATH = `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin`

/** A request that the web server has answered. */
export interface WebRequest {
  /** The portal's, or those of all portals that were tried; none where nginx answered itself. */
  readonly ports: readonly number[]
  readonly status: number
  readonly path: string
}

interface Places {
  readonly web: number
  readonly portals: readonly number[]
  readonly certificate: string
  readonly key: string
}

/** The documented block for these portals. Throws when a text to replace is not there: the documentation has changed. */
export async function readDocumentedNginx({ web, portals, certificate, key }: Places): Promise<string> {
  const [, block] = /```nginx\n([\s\S]*?)```/.exec(await readFile(DOCUMENT, 'utf8')) ?? []
  if (block === undefined) throw new Error('the documentation has no configuration of nginx')
  const [first, second = first] = portals
  return replaceAll(block, [
    ['server 10.0.0.11:8080 ', `server 127.0.0.1:${first} `],
    ['server 10.0.0.12:8080 ', second === first ? '# ' : `server 127.0.0.1:${second} `],
    ['listen 443 ', `listen 127.0.0.1:${web} `],
    ['listen [::]:443 ', `listen [::1]:${web} `],
    ['school.example.org', 'localhost'],
    ['/etc/ssl/portal.crt', certificate],
    ['/etc/ssl/private/portal.key', key],
  ])
}

/** Puts text in place of other text. Throws when that is not there. */
export function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the documented configuration of nginx lacks "${from}"`)
    return changed.replaceAll(from, to)
  }, text)
}

/** A whole configuration with a block, whose files are in a folder. */
export function nginxConfiguration(folder: string, block: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/web-${what};`,
  )
  return `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/web-errors.log;
events { worker_connections 1024; }
http {
${temporary.join('\n')}
log_format requests escape=json '["$upstream_addr",$status,"$uri"]';
access_log ${join(folder, 'web.log')} requests;
${block}
}
`
}

/** What `openssl` needs to make a certificate for localhost. */
export function certificateArguments({ certificate, key }: { certificate: string; key: string }): string[] {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2']
  return ['req', ...kind, ...names, '-keyout', key, '-out', certificate]
}

/** What a web server with its files in a folder has answered so far. */
export async function readNginxLog(folder: string): Promise<WebRequest[]> {
  const lines = (await readFile(join(folder, 'web.log'), 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => {
    const [upstream, status, path] = JSON.parse(line) as [string, number, string]
    const ports = upstream.split(', ').flatMap((address) => (address === '' ? [] : [Number(address.split(':')[1])]))
    return { ports, status, path }
  })
}

/** Whether this machine has nginx and openssl. */
export function hasNginx(): boolean {
  const has = (program: string) => PATH.split(delimiter).some((folder) => existsSync(join(folder, program)))
  return has('nginx') && has('openssl')
}

/** nginx in front of one portal. */
export interface RunningNginx {
  readonly port: number
  requests(): Promise<WebRequest[]>
  stop(): Promise<void>
}

/** Starts it with the documented block, in which `change` may replace texts. */
export async function startDocumentedNginx(
  portal: number,
  change: readonly (readonly [string, string])[] = [],
): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-nginx-'))
  const [certificate, key] = [join(folder, 'web.crt'), join(folder, 'web.key')]
  await run('openssl', certificateArguments({ certificate, key }))
  const port = await findFreePort()
  const block = await readDocumentedNginx({ web: port, portals: [portal], certificate, key })
  await writeFile(join(folder, 'nginx.conf'), nginxConfiguration(folder, replaceAll(block, change)))
  const child = start('nginx', ['-e', join(folder, 'web-errors.log'), '-c', join(folder, 'nginx.conf')])
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended and said:\n${child.said()}`)
      return isListening(port)
    },
    { patience: 20_000, interval: 50, what: 'nginx' },
  )
  return {
    port,
    requests: () => readNginxLog(folder),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Without a request, which would stand in the log. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function start(program: string, args: readonly string[]) {
  const child = spawn(program, args, { env: { ...process.env, PATH }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  return Object.assign(child, { said: () => said })
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = start(program, args)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`${program} failed (${code}):\n${child.said()}`)
}
