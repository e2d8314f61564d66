import { describe, expect, it } from 'vitest'
import { HOME, placePath, readPlace, whoseOf, type Place } from './app-route.ts'

const places: Place[] = [
  { page: 'mine', month: null, student: null, day: null },
  { page: 'mine', month: '2026-11', student: 'pupil-1', day: '2026-11-20' },
  { page: 'day', group: null, date: null },
  { page: 'day', group: 'c1', date: null },
  { page: 'day', group: 'staff', date: '2026-11-23' },
  { page: 'month', group: 'c1', month: null },
  { page: 'month', group: 'c1', month: '2026-11' },
  { page: 'person', group: 'c1', month: '2026-11', person: 'p1', day: null },
  { page: 'corrections', view: null },
  { page: 'corrections', view: 'own' },
  { page: 'settings', part: null, year: null },
  { page: 'settings', part: 'calendar', year: '2026' },
]

describe('readPlace', () => {
  it.each(places)('reads what placePath wrote for %j', (place) => {
    const [path = '', search = ''] = placePath(place).split('?')
    expect(readPlace(path, search)).toEqual(place)
  })

  it('begins with one’s own month', () => {
    expect(readPlace('/')).toEqual(HOME)
  })

  it.each(['/content', '/list/1', 'mine', ''])('leaves %j to whoever it belongs to', (path) => {
    expect(readPlace(path)).toBeUndefined()
  })

  it('takes what cannot be as not said', () => {
    expect(readPlace('/mine/2026-13', '?day=2026-02-30&student=a/b')).toEqual(HOME)
    expect(readPlace('/group/../2026-11-23')).toEqual({ page: 'day', group: null, date: '2026-11-23' })
    expect(readPlace('/group/c1/month/soon/p1')).toEqual({ page: 'month', group: 'c1', month: null })
    expect(readPlace('/settings/secrets')).toEqual({ page: 'settings', part: null, year: null })
  })
})

it('asks for staff by account and for pupils by pupil', () => {
  expect(whoseOf('staff', 'u1')).toEqual({ userId: 'u1' })
  expect(whoseOf('c1', 's1')).toEqual({ studentId: 's1' })
})
