import { eq, or, sql } from 'drizzle-orm'
import { nameSearch } from '../../db/name-search.ts'
import type * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import { fieldError, type Handler } from '../../http/call.ts'
import type { AdminTarget } from '../../http/admin-events.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceCode } from '../../db/tables.generated.ts'
import { dropCode, keepCode, openCode } from './attendance-codes.ts'
import { findEmployees, findPerson, findPupils, keyOf, type Attendee } from './attendance-people.ts'

/** Visible characters of a card's number. */
const END = 4

/** A page of staff and pupils, with the ends of their cards' numbers. */
export const listCards: Handler<typeof attendanceAdmin.cards> = async (
  { name = '', lacking: lackingOnly = false, page = 1 },
  { tx, request },
) => {
  const search = nameSearch(name)
  const staff = search
    ? or(
        search.finds(sql`user_account`),
        search.isIn(sql`staff_member.english_name`),
        sql`position(${search.text} in portal_fold(staff_number)) > 0`,
      )
    : undefined
  const everybody = [...(await findEmployees(tx, staff)), ...(await findPupils(tx, search?.finds(sql`student`)))]
  const stored = await tx.select().from(attendanceCode).where(eq(attendanceCode.kind, 'card'))
  const cards = new Map(stored.map((card) => [card.studentId ?? card.userId, card]))
  const lacking = everybody.filter(({ id }) => !cards.has(id))
  const listed = lackingOnly ? lacking : everybody
  const cardEnd = (id: string) => {
    const card = cards.get(id)
    return card ? openCode(request.server.vault, card).slice(-END) : null
  }
  return {
    total: listed.length,
    counts: { all: everybody.length, lacking: lacking.length },
    people: listed
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map((person) => ({ ...person, cardEnd: cardEnd(person.id) })),
  }
}

/** Gives a person a card; returns the number of the one before. Throws 'attendance.card_taken' and 'attendance.no_person'. */
export const giveCard: Handler<typeof attendanceAdmin.setCard> = async ({ number, ...whose }, call) => {
  // The number is as good as a key.
  await call.record(call.tx, { target: targetOf(whose) })
  const person = await requirePerson(call.tx, whose)
  const before = await dropCode(call, person, 'card')
  if (!(await keepCode(call, person, 'card', number))) throw fieldError('number', 'attendance.card_taken')
  return { before }
}

/** Removes a person's card; returns its number. Throws 'attendance.no_person'. */
export const takeCard: Handler<typeof attendanceAdmin.removeCard> = async (whose, call) => {
  await call.record(call.tx, { target: targetOf(whose) })
  return { before: await dropCode(call, await requirePerson(call.tx, whose), 'card') }
}

type Whose = ParsedRequestOf<typeof attendanceAdmin.removeCard>

const targetOf = ({ kind, id }: Whose): AdminTarget => ({ kind: kind === 'pupil' ? 'pupil' : 'person', id })

async function requirePerson(tx: Tx, whose: Whose): Promise<Attendee> {
  const person = await findPerson(tx, keyOf(whose))
  if (!person) throw new PortalError('attendance.no_person')
  return person
}
