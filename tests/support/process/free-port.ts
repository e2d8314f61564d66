import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { errorCode } from '../../../server/runtime/errors.ts'

/** A port of loopback without a listener at this moment. */
export function findFreePort(): Promise<number> {
  return tryPort(0)
}

/** Ports below are common services', those above systems give to connections. */
const LASTING = { lowest: 15_000, highest: 32_000 }

/** As `findFreePort`, but no connection takes it while its server is away. */
export async function findLastingPort(): Promise<number> {
  for (;;) {
    const found = await tryPort(randomInt(LASTING.lowest, LASTING.highest)).catch((error: unknown) => {
      if (errorCode(error) === 'EADDRINUSE') return undefined
      throw error
    })
    if (found !== undefined) return found
  }
}

async function tryPort(port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
