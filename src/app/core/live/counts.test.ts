import { expect, it, vi } from 'vitest'

// Node 20 has no `navigator`, and no page has events here.
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('addEventListener', () => {})
const { bellText } = await import('./counts.ts')

it('the bell says how many there are, up to 99+, and nothing for nothing', () => {
  expect([-1, 0, 1, 99, 100, 5000].map(bellText)).toEqual(['', '', '1', '99', '99+', '99+'])
})
