import type { TodayCard } from '../../../contract/endpoints/desktop/today.ts'
import type { Tx } from '../../db/database.ts'
import { listHandIns } from '../files/collections/hand-ins.ts'

/** Milliseconds after it was due for which a teacher is told what is still missing. */
const COLLECTED_FOR = 7 * 24 * 60 * 60 * 1000

/** What the caller or each child has not handed in, and what the caller collects; a card each, for that which is due first. */
export async function readHandInCards(tx: Tx, now: number): Promise<TodayCard[]> {
  const { made, asked } = await listHandIns(undefined, { tx })
  const byDue = <Each extends { dueAt: string }>(all: readonly Each[]) =>
    all.toSorted((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt))
  const missing = byDue(asked.filter(({ closedAt, files }) => closedAt === null && files.length === 0))
  const missingOf = [...new Set(missing.map(({ student }) => student.studentId))]
  const [collected] = byDue(
    made.filter(
      ({ closedAt, dueAt, handedIn, students }) =>
        closedAt === null && handedIn < students && Date.parse(dueAt) > now - COLLECTED_FOR,
    ),
  )
  const cards: TodayCard[] = []
  for (const studentId of missingOf) {
    const ofStudent = missing.filter(({ student }) => student.studentId === studentId)
    const [next] = ofStudent
    if (!next) continue
    const { id, title, dueAt, student } = next
    cards.push({
      kind: 'handIn',
      id,
      title,
      dueAt,
      isLate: Date.parse(dueAt) < now,
      student: student.isSelf ? null : { studentId, name: student.name, englishName: student.englishName },
      waiting: ofStudent.length,
    })
  }
  if (collected) {
    const { id, title, dueAt, handedIn, students } = collected
    cards.push({ kind: 'collecting', id, title, dueAt, handedIn, students })
  }
  return cards
}
