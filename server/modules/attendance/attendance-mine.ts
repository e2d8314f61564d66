import type { mine } from '../../../contract/endpoints/attendance.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import { addDays, daysOf } from '../../../contract/rules/zoned-time.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { findAsked } from './attendance-access.ts'
import { judgeDays, toAnswer } from './attendance-days.ts'
import { namesOf } from './attendance-groups.ts'
import { sumDays } from './attendance-totals.ts'
import { findNewest } from './corrections.ts'
import { readRuleBook, type RuleVersion } from './rule-book.ts'

/** A person's month. Throws the codes of `findAsked`. */
export async function readMonth(
  tx: Tx,
  session: Session,
  { month, ...whose }: ParsedRequestOf<typeof mine>,
  now: number,
): Promise<ResponseOf<typeof mine>> {
  const { person, own } = await findAsked(tx, session, whose)
  const dates = daysOf(month)
  const first = dates[0] ?? ''
  const last = dates.at(-1) ?? ''
  const book = await readRuleBook(tx, addDays(first, -1), addDays(last, 1))
  const judged = (await judgeDays(tx, book, [person], dates, now)).get(person.id) ?? []
  const corrections = await findNewest(tx, session, [person], first, last)
  const today = book.dayFor(person, now)
  const rule = book.ruleFor(person, today.startsWith(month) ? today : last)
  return {
    person,
    timeZone: book.timeZone,
    today,
    rule: rule && toTimes(rule),
    days: judged.map(({ judgement, events }) => ({
      ...toAnswer(judgement),
      ...namesOf(book, judgement.date),
      events: [...events],
      correction: corrections.get(`${person.id} ${judgement.date}`) ?? null,
    })),
    totals: sumDays(judged.map(({ judgement }) => judgement)),
    mayRequest: own,
    mayCode: own,
  }
}

function toTimes({ ruleId, name, englishName, weekdays, inBy, inTolerance, outFrom, outTolerance }: RuleVersion) {
  return { ruleId, name, englishName, weekdays, inBy, inTolerance, outFrom, outTolerance }
}
