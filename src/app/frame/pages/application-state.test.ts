import { expect, it } from 'vitest'
import { fragmentOf, viewportSearch } from './application-state.ts'

it('a search key leads to a page of the application, with its query', () => {
  expect(fragmentOf({ path: '/class/1', name: 'x', query: { day: '2026-09-01', of: 'a&b' } })).toBe(
    '#/class/1?day=2026-09-01&of=a%26b',
  )
  expect(fragmentOf({ path: '/', name: 'x' })).toBe('#/')
})

it('an application’s page without a query shows its main file', () => {
  expect(viewportSearch({ code: 'files' }, '')).toBe('?app=files&fileId=files')
  expect(viewportSearch({ code: 'files' }, '?app=hello&fileId=report')).toBe('?app=hello&fileId=report')
})
