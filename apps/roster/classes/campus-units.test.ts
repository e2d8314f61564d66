import { expect, it } from 'vitest'
import { parseCampuses } from './campus-units.ts'

it('reads the campuses of a session, and none from any other text', () => {
  const east = { campusId: 'c1', name: '河东校区', englishName: 'East Bank Campus' }
  expect(parseCampuses(JSON.stringify([east]))).toEqual([east])
  for (const text of ['', '[]', '{}', 'null', '[{"campusId":1}]', '<']) expect(parseCampuses(text)).toEqual([])
})
