import { describe, expect, it } from 'vitest'
import { ownFailure } from '../protocol/upload-failures.ts'
import { createRenewal } from '../../../http/renewal.ts'
import { createSendBody } from './send-body.ts'

const never = new AbortController().signal
/** Later than a failed call gives its place back. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 2))
const open = (connections: number) =>
  createSendBody(
    { maxConnections: () => connections },
    createRenewal(() => Promise.resolve(true)),
  )

/** Begins calls that end when told to, and lists the numbers of those that were made. */
function beginCalls(sendBody: ReturnType<typeof open>, count: number) {
  const made: number[] = []
  const ends: (() => void)[] = []
  const runs = Array.from({ length: count }, (_, index) =>
    sendBody(never, () => {
      made.push(index)
      return new Promise<void>((resolve) => (ends[index] = resolve))
    }),
  )
  return { made, runs, end: (index: number) => ends[index]?.() }
}

const lose = (sendBody: ReturnType<typeof open>) =>
  expect(sendBody(never, () => Promise.reject(ownFailure('network.failed')))).rejects.toThrow('network.failed')

describe('calls with a body', () => {
  it('are made as many at once as there are connections, in their order', async () => {
    const { made, runs, end } = beginCalls(open(2), 4)
    await settled()
    expect(made).toEqual([0, 1])
    end(1)
    await runs[1]
    await settled()
    expect(made).toEqual([0, 1, 2])
  })

  it('that are stopped while they wait take no place', async () => {
    const sendBody = open(1)
    const first = beginCalls(sendBody, 1)
    const stopping = new AbortController()
    const stopped = sendBody(stopping.signal, () => Promise.resolve('made'))
    stopping.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
    await settled()
    first.end(0)
    expect(await sendBody(never, () => Promise.resolve('made'))).toBe('made')
  })

  it('are half as many after a lost connection, one at least, and more again with every eighth that succeeds', async () => {
    const sendBody = open(4)
    const atOnce = async () => {
      const { made, runs, end } = beginCalls(sendBody, 4)
      await settled()
      const count = made.length
      for (let index = 0; index < 4; index += 1) {
        end(index)
        await runs[index]
        await settled()
      }
      return count
    }
    expect(await atOnce()).toBe(4)
    await lose(sendBody)
    expect(await atOnce()).toBe(2)
    await lose(sendBody)
    await lose(sendBody)
    // Eight calls later there is one more, and again eight later.
    expect([await atOnce(), await atOnce(), await atOnce(), await atOnce(), await atOnce()]).toEqual([1, 1, 2, 2, 3])
  })

  it('are not half as many after another failure', async () => {
    const sendBody = open(2)
    await expect(sendBody(never, () => Promise.reject(ownFailure('server.internal')))).rejects.toThrow()
    const { made } = beginCalls(sendBody, 2)
    await settled()
    expect(made).toEqual([0, 1])
  })

  it('are not made while the session is renewed', async () => {
    const renewal = createRenewal(() => new Promise<boolean>(() => {}))
    void renewal.renew(0)
    const sendBody = createSendBody({ maxConnections: () => 1 }, renewal)
    await expect(sendBody(never, () => Promise.resolve('made'))).rejects.toThrow('session.expired')
  })
})
