import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  connectTo,
  createOutgoingAddresses,
  PrivateAddressError,
  type OutgoingAddresses,
} from './outgoing-addresses.ts'

const usual = createOutgoingAddresses()

describe('addresses that the portal connects to', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    'not an address',
  ])('do not include %s', (address) => {
    expect(usual.allows(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('include %s', (address) => {
    expect(usual.allows(address)).toBe(true)
  })

  it('include networks that the operator allows, and no other private ones', () => {
    const { allows } = createOutgoingAddresses(['10.1.0.0/16', '192.168.7.7', 'fd00:1::/32'])
    expect(
      ['10.1.255.1', '::ffff:10.1.0.1', '192.168.7.7', 'fd00:1::2', '8.8.8.8'].filter((one) => !allows(one)),
    ).toEqual([])
    expect(['10.2.0.1', '192.168.7.8', 'fd00:2::1', '127.0.0.1', '::1'].filter(allows)).toEqual([])
  })
})

describe('a connection', () => {
  const open = (host: string, port: number, addresses: OutgoingAddresses) =>
    new Promise<Socket | undefined>((resolve, reject) =>
      connectTo({ host, port, timeout: 5000 }, addresses, (error, socket) => (error ? reject(error) : resolve(socket))),
    )

  it('is made to what is allowed alone, whether it is named or numbered, and fails where nothing listens', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '0'])
      await expect(open(host, port, usual)).rejects.toBeInstanceOf(PrivateAddressError)
    expect(connections).toBe(0)

    const loopback = createOutgoingAddresses(['127.0.0.0/8', '::1'])
    for (const host of ['127.0.0.1', 'localhost']) (await open(host, port, loopback))?.destroy()
    expect(connections).toBe(2)
    await new Promise((resolve) => server.close(resolve))
    await expect(open('127.0.0.1', port, loopback)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
