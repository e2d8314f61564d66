import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { excuseSchema, toNotice, toValues, type ExcuseValues } from './excuse-form.ts'

const TODAY = '2026-11-24'
const schema = excuseSchema(TODAY, (problem) => `is ${problem}`)
const problems = (more: Partial<ExcuseValues>) => {
  const { error } = z.safeParse(schema, { ...toValues(null, TODAY), ...more })
  return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}

it('takes a whole day as it is proposed', () => {
  expect(problems({})).toEqual([])
  expect(toNotice(toValues(null, TODAY))).toEqual({
    firstDate: TODAY,
    lastDate: TODAY,
    from: null,
    until: null,
    kind: 'illness',
    note: '',
  })
})

it('says at its field what is wrong', () => {
  expect(problems({ lastDate: '2026-11-23' })).toEqual([['lastDate', 'is order']])
  expect(problems({ firstDate: '2026-11-01' })).toEqual([['firstDate', 'is past']])
  expect(problems({ part: 'partial' })).toEqual([['until', 'is times']])
  expect(problems({ part: 'partial', from: '10:00', until: '09:00' })).toEqual([['until', 'is times']])
  expect(problems({ part: 'partial', until: '09:00' })).toEqual([])
})

it('forgets times where several days are chosen, or the whole one', () => {
  const times = { from: '08:00', until: '09:00' }
  const begun = { ...toValues(null, TODAY), ...times }
  expect(toNotice({ ...begun, part: 'partial' })).toMatchObject(times)
  expect(toNotice(begun)).toMatchObject({ from: null, until: null })
  expect(toNotice({ ...begun, part: 'partial', lastDate: '2026-11-25' })).toMatchObject({ from: null, until: null })
})
