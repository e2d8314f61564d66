import { expect, it } from 'vitest'
import { partOfDay } from './Greeting.tsx'

it('greets by the hour: in the morning from five, at noon from eleven, in the afternoon from one, in the evening from six', () => {
  const greetings = Array.from({ length: 24 }, (_, hour) => partOfDay(hour))
  const spans = greetings.flatMap((part, hour) => (part === greetings[hour - 1] ? [] : [[hour, part]]))
  expect(spans).toEqual([
    [0, 'evening'],
    [5, 'morning'],
    [11, 'noon'],
    [13, 'afternoon'],
    [18, 'evening'],
  ])
})
