import { expect, it } from 'vitest'
import { findNullCharacters } from './null-characters.ts'

it('finds the character in texts, lists, objects and keys, and names where', () => {
  expect(findNullCharacters('a\u0000b')).toEqual([''])
  expect(findNullCharacters({ a: 'x', b: ['y', '\u0000'], c: { d: [{ e: '\u0000' }] } }).toSorted()).toEqual([
    'b.1',
    'c.d.0.e',
  ])
  expect(findNullCharacters({ a: { 'k\u0000': 'x' } })).toEqual(['a.k'])
})

it('goes as deep as any body does', () => {
  expect(findNullCharacters(JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`))).toHaveLength(1)
})

it('finds nothing in other characters and other values', () => {
  expect(
    findNullCharacters({ a: '\u0001\uFEFF😀', b: 0, c: null, d: undefined, e: true, f: new Uint8Array(4) }),
  ).toEqual([])
})
