import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  certificateArguments,
  nginxConfiguration,
  readDocumentedNginx,
  readNginxLog,
  type WebRequest,
} from '../process/documented-nginx.ts'
import { launch, runProgram, untilReady } from './programs.ts'

export interface WebServerPorts {
  readonly web: number
  readonly portals: readonly [number, number]
}

/** Starts nginx with what the documentation tells operators, but for names and ports. */
export async function startWebServer(folder: string, { web, portals }: WebServerPorts): Promise<void> {
  const [certificate, key] = [certificateOf(folder), join(folder, 'web.key')]
  await runProgram(folder, ['openssl', ...certificateArguments({ certificate, key })])
  const recipe = await readDocumentedNginx({ web, portals, certificate, key })
  await writeFile(join(folder, 'nginx.conf'), nginxConfiguration(folder, recipe))
  launch(folder, 'web', ['nginx', '-e', join(folder, 'web-errors.log'), '-c', join(folder, 'nginx.conf')])
  await untilReady(folder, 'web', () => fetch(`http://127.0.0.1:${web}`).then(Boolean, () => false))
}

/** The certificate that its clients have to trust. */
export function certificateOf(folder: string): string {
  return join(folder, 'web.crt')
}

/** What it has answered so far. */
export function readWebRequests(folder: string): Promise<WebRequest[]> {
  return readNginxLog(folder)
}
