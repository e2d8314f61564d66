import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launch, runProgram, untilReady } from './programs.ts'

const DOCUMENT = new URL('../../../docs/install.md', import.meta.url)

export interface WebServerPorts {
  readonly web: number
  readonly portals: readonly [number, number]
}

/** A request that the web server has answered. */
export interface WebRequest {
  /** The portal's, or those of all portals that were tried. */
  readonly ports: readonly number[]
  readonly status: number
  readonly path: string
}

/** Starts nginx with what the documentation tells operators, but for names and ports. */
export async function startWebServer(folder: string, { web, portals }: WebServerPorts): Promise<void> {
  const [certificate, key] = [certificateOf(folder), join(folder, 'web.key')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2']
  await runProgram(folder, ['openssl', 'req', ...kind, ...names, '-keyout', key, '-out', certificate])
  const recipe = replaceAll(await readRecipe(), [
    ['server 10.0.0.11:8080 ', `server 127.0.0.1:${portals[0]} `],
    ['server 10.0.0.12:8080 ', `server 127.0.0.1:${portals[1]} `],
    ['listen 443 ', `listen 127.0.0.1:${web} `],
    ['school.example.org', 'localhost'],
    ['/etc/ssl/portal.crt', certificate],
    ['/etc/ssl/private/portal.key', key],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/web-${what};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/web-errors.log;
events { worker_connections 1024; }
http {
${temporary.join('\n')}
log_format district escape=json '["$upstream_addr",$status,"$uri"]';
access_log ${logOf(folder)} district;
${recipe}
}
`,
  )
  launch(folder, 'web', ['nginx', '-e', join(folder, 'web-errors.log'), '-c', join(folder, 'nginx.conf')])
  await untilReady(folder, 'web', () => fetch(`http://127.0.0.1:${web}`).then(Boolean, () => false))
}

/** The certificate that its clients have to trust. */
export function certificateOf(folder: string): string {
  return join(folder, 'web.crt')
}

/** What it has answered so far. */
export async function readWebRequests(folder: string): Promise<WebRequest[]> {
  const lines = (await readFile(logOf(folder), 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => {
    const [upstream, status, path] = JSON.parse(line) as [string, number, string]
    const ports = upstream.split(', ').map((address) => Number(address.split(':')[1]))
    return { ports, status, path }
  })
}

function logOf(folder: string): string {
  return join(folder, 'web.log')
}

/** The block of nginx's configuration in the documentation. */
async function readRecipe(): Promise<string> {
  const [, recipe] = /```nginx\n([\s\S]*?)```/.exec(await readFile(DOCUMENT, 'utf8')) ?? []
  if (recipe === undefined) throw new Error('the documentation has no configuration of nginx')
  return recipe
}

/** Throws when a text to replace is not there: the documentation has changed. */
function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the documented configuration of nginx lacks "${from}"`)
    return changed.replaceAll(from, to)
  }, text)
}
