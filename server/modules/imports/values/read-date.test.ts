import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDayOrder, readDate } from './read-date.ts'

function readColumn(texts: readonly string[]) {
  const column = createDayOrder()
  for (const text of texts) column.see(text)
  return { days: texts.map((text) => readDate(text, column.order)), isUncertain: column.isUncertain }
}

describe('the order of day and month in a column', () => {
  it.each([
    ['day first by one day above 12', ['03/09/2016', '21/11/2014'], ['2016-09-03', '2014-11-21'], false],
    ['month first by one day above 12', ['03/09/2016', '11-21-2014'], ['2016-03-09', '2014-11-21'], false],
    ['day first, which is said, where all could be both', ['03.09.2016'], ['2016-09-03'], true],
    ['not asked for where day and month are the same', ['09/09/2016'], ['2016-09-09'], false],
    ['not asked for in other forms', ['2016-09-03', '3-Sep-2016', '42616'], Array(3).fill('2016-09-03'), false],
    [
      'that of most days where both occur, which is said, without those that do not fit',
      ['01/13/2016', '01/14/2016', '15/01/2016', '03/04/2016'],
      ['2016-01-13', '2016-01-14', undefined, '2016-03-04'],
      true,
    ],
    ['day first where both occur as often', ['01/13/2016', '15/01/2016'], [undefined, '2016-01-15'], false],
    ['found without what is no day', ['45/45/2016', '03/09/2016'], [undefined, '2016-09-03'], true],
  ])('is %s', (_, texts, days, isUncertain) => {
    expect(readColumn(texts)).toEqual({ days, isUncertain })
  })

  it('gives back every column that one writer wrote with a day above 12', () => {
    const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    const iso = (date: Date) => date.toISOString().slice(0, 10)
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 1 }),
        fc.boolean(),
        fc.constantFrom('/', '-', '.'),
        (dates, first, mark) => {
          const days = [...dates.map(iso), '2014-11-21']
          const texts = days.map((one) => {
            const [year = '', month = '', date = ''] = one.split('-')
            return [...(first ? [date, month] : [month, date]), year].join(mark)
          })
          expect(readColumn(texts)).toEqual({ days, isUncertain: false })
        },
      ),
    )
  })
})
