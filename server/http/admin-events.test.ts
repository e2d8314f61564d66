import { expect, it } from 'vitest'
import { describeChanges, difference } from './admin-events.ts'

it('stores no value of a secret, at any depth, but that there is one', () => {
  expect(
    describeChanges({
      password: 'a',
      newPassword: true,
      service: { keySecret: 'b', keyId: 'c' },
      list: [{ token: 'd' }],
    }),
  ).toEqual({
    password: '[hidden]',
    newPassword: true,
    service: { keySecret: '[hidden]', keyId: 'c' },
    list: [{ token: '[hidden]' }],
  })
})

it('cuts long texts between characters, long lists and deep values', () => {
  const { text, list, deep } = describeChanges({
    text: '😀'.repeat(400),
    list: Array.from({ length: 60 }, (_, at) => at),
    deep: { a: { b: { c: { d: { e: 1 } } } } },
  })
  expect([...String(text)]).toHaveLength(300)
  expect(text).toMatch(/^(?:😀)+…$/u)
  expect(list).toHaveLength(51)
  expect(deep).toEqual({ a: { b: { c: { d: '…' } } } })
  expect(describeChanges({ half: 'a\uD83D' })).toEqual({ half: 'a\uFFFD' })
})

it('has of a change what differs, and all of what is new or gone', () => {
  expect(difference({ a: 1, list: [1, 2], same: { b: 1 } }, { a: 2, list: [2, 1], same: { b: 1 } })).toEqual({
    before: { a: 1, list: [1, 2] },
    after: { a: 2, list: [2, 1] },
  })
  expect(difference({ a: undefined }, { a: null, b: null })).toEqual({ before: {}, after: {} })
  expect(difference(null, { a: null })).toEqual({ before: null, after: { a: null } })
  expect(difference({ a: 1 }, null)).toEqual({ before: { a: 1 }, after: null })
})

it('keeps the names alone of changes that are too large', () => {
  const large = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`field${at}`, 'x'.repeat(300)]))
  const { fields } = describeChanges(large)
  expect(fields).toHaveLength(50)
  expect(fields).toContain('field0')
})
