import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { errorCode } from './errno.ts'
import { StartError } from './start-error.ts'

/** Makes the portal reachable and returns the address to open on this machine. Throws StartError naming PORT or HOST when it cannot. */
export async function listen(app: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const sentence = explain(errorCode(error), host, port)
    throw sentence === undefined ? error : new StartError(sentence, { cause: error })
  }
  const address = app.server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return `http://${nameOf(host)}:${actualPort}`
}

function explain(code: string, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use; stop the program that uses it, or set PORT to another number.`
    case 'EACCES':
      return `This user may not use port ${port}; set PORT to a number above 1023, such as 8080.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `HOST is "${host}", but this machine has no such address; use one of its own, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return undefined
  }
}

/** The demo's host names end in localhost, so that is the name to open wherever it leads here. */
function nameOf(host: string): string {
  if (host.startsWith('127.') || ['localhost', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
