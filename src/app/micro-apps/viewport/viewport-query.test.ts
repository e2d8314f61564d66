import { describe, expect, it } from 'vitest'
import { readViewportQuery } from './viewport-query.ts'

describe('readViewportQuery', () => {
  it('reads the application and its file', () => {
    expect(readViewportQuery('?app=files&fileId=files')).toEqual({ app: 'files', fileId: 'files' })
  })

  it('takes id and linkUrl without using them', () => {
    const search = '?linkUrl=https%3A%2F%2Fevil.example&id=7&fileId=list&app=roster'
    expect(readViewportQuery(search)).toEqual({ app: 'roster', fileId: 'list' })
  })

  it.each(['', '?app=files', '?fileId=files', '?app=&fileId=files', '?app=files&fileId='])(
    'opens nothing for %j',
    (search) => {
      expect(readViewportQuery(search)).toBeNull()
    },
  )

  it.each(['..', '../api', 'a/b', '//evil.example', 'a%2Fb', 'a\\b', 'a.b', 'a b', 'x'.repeat(65)])(
    'refuses the application %j, which would lead elsewhere',
    (app) => {
      expect(readViewportQuery(`?app=${encodeURIComponent(app)}&fileId=files`)).toBeNull()
      expect(readViewportQuery(`?app=files&fileId=${encodeURIComponent(app)}`)).toBeNull()
    },
  )
})
