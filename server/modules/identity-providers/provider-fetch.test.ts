import { createServer, type RequestListener, type Server } from 'node:http'
import type * as Dns from 'node:dns'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createProviderFetch } from './provider-fetch.ts'

type OnFound = (error: NodeJS.ErrnoException | null, addresses: Dns.LookupAddress[]) => void

/** What DNS says of every name, if set. */
const dns = vi.hoisted((): { says?: Dns.LookupAddress[] | undefined } => ({}))
vi.mock('node:dns', async (load) => {
  const real = await load<typeof Dns>()
  const lookup = (name: string, options: Dns.LookupAllOptions, onFound: OnFound) =>
    dns.says ? onFound(null, dns.says) : real.lookup(name, options, onFound)
  return { ...real, lookup }
})

let server: Server | undefined
afterEach(async () => {
  dns.says = undefined
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return `http://127.0.0.1:${address.port}`
}

const unreachable = { code: 'sso.provider_unreachable' }

describe('a fetch for a provider', () => {
  it('sends method, headers and body, and gives status, headers and body back', async () => {
    const base = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        response.writeHead(418, { 'x-heard': [request.method, request.headers['x-said'], text].join(' ') }).end('tea')
      })
    })
    const asked = { method: 'POST', headers: { 'x-said': 'hello' }, body: new URLSearchParams({ a: '1' }) }
    const response = await createProviderFetch([base])(`${base}/x`, asked)
    expect(response.status).toBe(418)
    expect(response.headers.get('x-heard')).toBe('POST hello a=1')
    expect(await response.text()).toBe('tea')
  })

  it('does not follow a redirect', async () => {
    let asked = 0
    const base = await listen((_, response) => {
      asked += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await createProviderFetch([base])(base)).status).toBe(302)
    expect(asked).toBe(1)
  })

  it('gives up on an answer that is too large', async () => {
    const base = await listen((_, response) => response.end(Buffer.alloc(300_000)))
    await expect(createProviderFetch([base])(base)).rejects.toMatchObject(unreachable)
  })

  it('gives up on a server that begins to answer and does not end', async () => {
    const base = await listen((_, response) => response.write('a'))
    await expect(createProviderFetch([base], { timeout: 100 })(base)).rejects.toMatchObject(unreachable)
  })

  it('asks no private address that the operator did not name, be it given as a number or found by a name', async () => {
    let asked = 0
    const base = await listen((_, response) => {
      asked += 1
      response.end()
    })
    const elsewhere = createProviderFetch(['https://provider.example'])
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
      await expect(elsewhere(base.replace('127.0.0.1', host))).rejects.toMatchObject({ code: 'sso.provider_private' })
    expect(asked).toBe(0)
  })

  it.each(['0x7f000001', '2130706433', '0177.0.0.1', '127.1', '0', '[::1]', '[::]', '[64:ff9b::7f00:1]', '[fe80::1]'])(
    'asks no private address that is written as %s',
    async (host) => {
      let asked = 0
      const { port } = new URL(await listen(() => (asked += 1)))
      await expect(createProviderFetch([])(`http://${host}:${port}`)).rejects.toMatchObject({
        code: 'sso.provider_private',
        cause: { message: expect.stringContaining('is not a public address') },
      })
      expect(asked).toBe(0)
    },
  )

  it('asks no name that leads to a public and to a private address, nor one that leads elsewhere than a moment ago', async () => {
    const base = await listen((_, response) => response.end())
    const fetch = createProviderFetch([])
    const found = ['8.8.8.8', '127.0.0.1'].map((address) => ({ address, family: 4 }))
    for (dns.says of [found, found.toReversed(), found.slice(1)]) {
      await expect(fetch(base.replace('127.0.0.1', 'mixed.example'))).rejects.toMatchObject({
        cause: { message: 'mixed.example is not a public address' },
      })
    }
  })

  it('says the same of an address that nobody answers and of what is no address', async () => {
    await expect(createProviderFetch(['http://127.0.0.1:1'])('http://127.0.0.1:1')).rejects.toMatchObject(unreachable)
    await expect(createProviderFetch([])('nowhere')).rejects.toMatchObject(unreachable)
  })
})
