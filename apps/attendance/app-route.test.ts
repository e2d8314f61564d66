import { describe, expect, it } from 'vitest'
import { HOME, routePath, readRoute, whoseOf, type AppRoute } from './app-route.ts'

const routes: AppRoute[] = [
  { page: 'mine', month: null, student: null, day: null },
  { page: 'mine', month: '2026-11', student: 'pupil-1', day: '2026-11-20' },
  { page: 'day', group: null, date: null },
  { page: 'day', group: 'c1', date: null },
  { page: 'day', group: 'staff', date: '2026-11-23' },
  { page: 'month', group: 'c1', month: null },
  { page: 'month', group: 'c1', month: '2026-11' },
  { page: 'person', group: 'c1', month: '2026-11', person: 'p1', day: null },
  { page: 'absences', view: null },
  { page: 'absences', view: 'decided' },
  { page: 'corrections', view: null },
  { page: 'corrections', view: 'own' },
  { page: 'corrections', view: 'uncertain' },
]

describe('readRoute', () => {
  it.each(routes)('reads what routePath wrote for %j', (route) => {
    const [path = '', search = ''] = routePath(route).split('?')
    expect(readRoute(path, search)).toEqual(route)
  })

  it('begins with one’s own month', () => {
    expect(readRoute('/')).toEqual(HOME)
  })

  it.each(['/content', '/list/1', '/settings/rules', 'mine', ''])('leaves %j to whoever it belongs to', (path) => {
    expect(readRoute(path)).toBeUndefined()
  })

  it('takes what cannot be as not said', () => {
    expect(readRoute('/mine/2026-13', '?day=2026-02-30&student=a/b')).toEqual(HOME)
    expect(readRoute('/group/../2026-11-23')).toEqual({ page: 'day', group: null, date: '2026-11-23' })
    expect(readRoute('/group/c1/month/soon/p1')).toEqual({ page: 'month', group: 'c1', month: null })
  })
})

it('asks for staff by account and for pupils by pupil', () => {
  expect(whoseOf('staff', 'u1')).toEqual({ userId: 'u1' })
  expect(whoseOf('c1', 's1')).toEqual({ studentId: 's1' })
})
