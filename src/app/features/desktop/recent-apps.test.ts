import { expect, it } from 'vitest'
import { withRecent } from './recent-apps.ts'

it('puts the newest first, once, and keeps ten', () => {
  expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c'])
  const ten = Array.from({ length: 10 }, (_, at) => `app${at}`)
  expect(withRecent(ten, 'new')).toEqual(['new', ...ten.slice(0, 9)])
})
