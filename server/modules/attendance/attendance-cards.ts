import { and, eq, or, sql } from 'drizzle-orm'
import { nameSearch } from '../../db/name-search.ts'
import type * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { PAGE_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import { fieldError, type Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { attendanceCode, staffMember, student, userAccount } from '../../db/tables.generated.ts'
import type { Vault } from '../../runtime/vault.ts'
import { dropCode, keepCode, openCode } from './attendance-codes.ts'
import { findEmployees, findPerson, findPupils, isAbout, keyOf, type Attendee } from './attendance-people.ts'

/** Visible characters of a card's number. */
const END = 4

/** A page of staff and pupils, with the ends of their cards' numbers. */
export async function listCards(
  tx: Tx,
  vault: Vault,
  { name = '', lacking: lackingOnly = false, page = 1 }: ParsedRequestOf<typeof attendanceAdmin.cards>,
): Promise<ResponseOf<typeof attendanceAdmin.cards>> {
  const search = nameSearch(name)
  const staff = search
    ? or(
        search.finds(sql`${userAccount}`),
        search.isIn(sql`${staffMember.englishName}`),
        sql`position(${search.text} in portal_fold(${staffMember.staffNumber})) > 0`,
      )
    : undefined
  const pupils = search?.finds(sql`${student}`)
  const everybody = [...(await findEmployees(tx, staff)), ...(await findPupils(tx, pupils))]
  const holders = await readHolders(tx)
  const lacking = everybody.filter(({ id }) => !holders.has(id))
  const listed = lackingOnly ? lacking : everybody
  const shown = listed.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const ends = await readCardEnds(tx, vault, shown)
  return {
    total: listed.length,
    counts: { all: everybody.length, lacking: lacking.length },
    people: shown.map((person) => ({ ...person, cardEnd: ends.get(person.id) ?? null })),
  }
}

/** Gives a person a card; returns the number of the one before. Throws 'attendance.card_taken' and 'attendance.no_person'. */
export async function giveCard(
  tx: Tx,
  vault: Vault,
  { unitId }: Session,
  { number, ...whose }: ParsedRequestOf<typeof attendanceAdmin.setCard>,
): Promise<ResponseOf<typeof attendanceAdmin.setCard>> {
  const person = await requirePerson(tx, whose)
  const before = await dropCode(tx, vault, person, 'card')
  const kept = await keepCode(tx, vault, unitId, person, 'card', number)
  if (!kept) throw fieldError('number', 'attendance.card_taken')
  return { before }
}

/** Removes a person's card; returns its number. Throws 'attendance.no_person'. */
export async function takeCard(
  tx: Tx,
  vault: Vault,
  whose: ParsedRequestOf<typeof attendanceAdmin.removeCard>,
): Promise<ResponseOf<typeof attendanceAdmin.removeCard>> {
  return { before: await dropCode(tx, vault, await requirePerson(tx, whose), 'card') }
}

async function requirePerson(tx: Tx, whose: ParsedRequestOf<typeof attendanceAdmin.removeCard>): Promise<Attendee> {
  const person = await findPerson(tx, keyOf(whose))
  if (!person) throw new PortalError('attendance.no_person')
  return person
}

/** The ids of all pupils and employees with a card. */
async function readHolders(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .select({ studentId: attendanceCode.studentId, userId: attendanceCode.userId })
    .from(attendanceCode)
    .where(eq(attendanceCode.kind, 'card'))
  return new Set(rows.map(({ studentId, userId }) => studentId ?? userId ?? ''))
}

async function readCardEnds(tx: Tx, vault: Vault, people: readonly Attendee[]): Promise<Map<string, string>> {
  const rows = await tx
    .select()
    .from(attendanceCode)
    .where(and(eq(attendanceCode.kind, 'card'), isAbout(attendanceCode, people)))
  return new Map(
    rows.map(({ studentId, userId, codeId, sealedCode }) => {
      return [studentId ?? userId ?? '', openCode(vault, codeId, sealedCode).slice(-END)]
    }),
  )
}
