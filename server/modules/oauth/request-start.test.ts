import { expect, it } from 'vitest'
import { createVault } from '../../runtime/vault.ts'
import { readStart, signStart } from './request-start.ts'

const vault = createVault(Buffer.alloc(32, 1))
const request = { client_id: 'c', redirect_uri: 'https://a.example/', prompt: 'login', state: 's' }
const at = new Date('2026-11-30T08:00:00Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const started = signStart(vault, 'u1', request, at)

it('is read back for the same request of the same unit, whatever the order of its parameters', () => {
  expect(readStart(vault, 'u1', request, started, later(59))).toEqual(at)
  const { client_id, ...others } = request
  expect(readStart(vault, 'u1', { ...others, client_id, nonce: undefined }, started, later(1))).toEqual(at)
})

it.each([
  ['another unit', 'u2', request, started],
  ['another state', 'u1', { ...request, state: 't' }, started],
  ['fewer parameters', 'u1', { ...request, prompt: undefined }, started],
  ['an earlier time', 'u1', request, started.replace(/^\w+/, (at.getTime() - 1000).toString(36))],
  ['another signature', 'u1', request, `${started.slice(0, -4)}AAAA`],
  ['nothing', 'u1', request, undefined],
  ['a text', 'u1', request, 'yesterday'],
])('is not good with %s', (_, unitId, asked, given) => {
  expect(readStart(vault, unitId, asked, given, later(1))).toBeUndefined()
})

it('is over after an hour', () => {
  expect(readStart(vault, 'u1', request, started, later(61))).toBeUndefined()
})
