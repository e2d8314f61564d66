import { expect, it } from 'vitest'
import { encodeForm } from './form-encoding.ts'

it('writes nested keys with dots and arrays with indexes', () => {
  expect([...encodeForm({ a: { b: { c: 1 } }, list: [{ id: 'x' }, 'y'], flag: false })]).toEqual([
    ['a.b.c', '1'],
    ['list[0].id', 'x'],
    ['list[1]', 'y'],
    ['flag', 'false'],
  ])
})

it('leaves out what is absent and keeps what is empty', () => {
  expect([...encodeForm({ a: undefined, b: null, c: '' })]).toEqual([['c', '']])
})

it('keeps Chinese, emoji and separators as they are', () => {
  expect(encodeForm({ name: '校园 & 😀=' }).get('name')).toBe('校园 & 😀=')
})
