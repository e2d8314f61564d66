import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import { type Audience, PUBLICATION_LIMITS } from '../../../contract/endpoints/messages/publications.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { lockUntilEnd, type Tx } from '../../db/database.ts'
import { publication, publicationFile } from '../../db/tables.generated.ts'
import { queryOne, queryRows, queryValue } from '../../db/query.ts'
import { fieldError, type Session } from '../../http/call.ts'
import { requireVersion } from '../../http/record-version.ts'
import { findFile } from '../files/entries.ts'
import { unitTimeZone } from '../units/unit-time-zone.ts'
import { countReceivers } from './audience.ts'
import { lockPublication, readPublication, type WriterRight } from './publications.ts'

/** New ones of a unit. */
const WRITTEN_MAX = 60
const WRITTEN_MINUTES = 10

/** New ones of a teacher, who has a limit of their own. */
const WRITTEN_TO_CLASSES_MAX = 20

type Owner = Pick<Session, 'unitId' | 'userId'>

/** Throws 'publication.not_own_class' unless a teacher may write to all of an audience. */
export async function requireOwnClasses(tx: Tx, right: WriterRight, audience: Audience): Promise<void> {
  if (right.of !== 'classes') return
  const allowed = await queryValue(tx, z.boolean())`
    select portal_may_write_to(${right.userId}::uuid, ${JSON.stringify(audience)}::jsonb)`
  if (!allowed) throw new PortalError('publication.not_own_class')
}

/**
 * Stores what is to be sent, and who does that has to send its job, unless it was stored before: then `isStored` says so, and nothing is to be done. Throws what the
 * endpoint says.
 */
export async function savePublication(
  tx: Tx,
  own: Owner,
  right: WriterRight,
  { publicationId, newId, version: known, ...given }: ParsedRequestOf<typeof publications.save>,
): Promise<{ saved: ResponseOf<typeof publications.save>; at: Date | undefined; isStored: boolean }> {
  // One after the other for each unit or teacher, so that the limit holds for concurrent calls.
  await lockUntilEnd(tx, `publish ${right.of === 'classes' ? right.userId : own.unitId}`)
  const stored = publicationId === null ? await findStored(tx, own, right, newId) : undefined
  if (stored) return { saved: stored, at: undefined, isStored: true }
  await requireOwnClasses(tx, right, given.audience)
  if (publicationId !== null) {
    // A teacher may change to whom it goes when a class was taken away.
    const { state } = await lockPublication(tx, publicationId, right)
    if (state !== 'scheduled' && state !== 'stopped') throw new PortalError('publication.begun')
    const current = await readPublication(tx, right, publicationId)
    await requireVersion(tx, publications.save, { known, current, target: { kind: 'publication', id: publicationId } })
  } else await requireRate(tx, right)
  await requireFuture(tx, given)
  const expected = await countReceivers(tx, given.audience)
  if (expected === 0) throw new PortalError('message.nobody')

  const isTodo = given.kind === 'todo'
  if (!isTodo && given.asks !== null && given.asks !== 'reply') throw fieldError('asks', 'answer.not_asked')
  // A to-do has a text where it is signed or replied to.
  const hasText = !isTodo || given.asks === 'sign' || given.asks === 'reply'
  const { text, englishText, fileIds, ...kept } = given
  const values = {
    ...kept,
    englishTitle: given.englishTitle.trim(),
    body: hasText ? text.trim() : '',
    englishBody: hasText ? englishText.trim() : '',
    dueOn: isTodo ? given.dueOn : null,
    sendAt: sql`coalesce(${given.sendAt}::timestamptz, now())`,
    expected,
    ofClasses: right.of === 'classes',
    authorId: own.userId,
    state: 'scheduled',
  } as const satisfies Partial<Record<keyof typeof publication.$inferInsert, unknown>>
  const returned = { id: publication.publicationId }
  const [row] = await (publicationId === null
    ? tx
        .insert(publication)
        .values({ ...values, unitId: own.unitId, publicationId: newId })
        .onConflictDoNothing()
        .returning(returned)
    : tx.update(publication).set(values).where(eq(publication.publicationId, publicationId)).returning(returned))
  // The id is taken in another unit.
  if (!row) throw new PortalError('request.invalid')
  const { id } = row
  await attach(tx, own, id, isTodo ? [] : fileIds)
  const at = given.sendAt === null ? undefined : new Date(given.sendAt)
  return { saved: { publicationId: id, recipients: expected }, at, isStored: false }
}

const storedRow = z.object({ ...publications.save.response.shape, same: z.boolean() })

/** What an earlier save of the author's stored under this id; its answer was lost on the way. Throws 'request.invalid' for what another one stored. */
async function findStored(
  tx: Tx,
  { userId }: Owner,
  right: WriterRight,
  newId: string | undefined,
): Promise<ResponseOf<typeof publications.save> | undefined> {
  if (newId === undefined) return undefined
  const [found] = await queryRows(tx, storedRow)`
    select publication_id as "publicationId", expected as recipients,
      coalesce(author_id = ${userId}::uuid and of_classes = ${right.of === 'classes'}, false) as same
    from publication where publication_id = ${newId}::uuid`
  if (!found) return undefined
  const { same, ...stored } = found
  if (!same) throw new PortalError('request.invalid')
  return stored
}

async function requireRate(tx: Tx, right: WriterRight): Promise<void> {
  const ofThese =
    right.of === 'classes'
      ? sql`p.of_classes and p.author_id = ${right.userId}`
      : sql`not p.of_classes and p.client_id is null`
  const recent = await queryValue(tx, z.number())`
    select count(*) from publication p where ${ofThese} and p.created_at > now() - make_interval(mins => ${WRITTEN_MINUTES})`
  if (recent >= (right.of === 'classes' ? WRITTEN_TO_CLASSES_MAX : WRITTEN_MAX))
    throw new PortalError('message.too_many')
}

const futureRow = z.object({ sends: z.boolean(), ends: z.boolean() })

/** By the database's clock, and the day in the unit's time zone. */
export async function requireFuture(
  tx: Tx,
  { kind, sendAt, dueOn }: Pick<ParsedRequestOf<typeof publications.save>, 'kind' | 'sendAt' | 'dueOn'>,
): Promise<void> {
  const { sends, ends } = await queryOne(tx, futureRow)`
    select coalesce(${sendAt}::timestamptz between now() and now() + interval '1 year', true) as sends,
      coalesce(${kind === 'todo' ? dueOn : null}::date >= (coalesce(${sendAt}::timestamptz, now()) at time zone ${unitTimeZone})::date, true) as ends`
  if (!sends) throw fieldError('sendAt', 'publication.past')
  if (!ends) throw fieldError('dueOn', 'publication.past')
}

/** The author's own files, and those that it has already, in this order. Throws 'files.not_found' and 'publication.files'. */
async function attach(tx: Tx, own: Owner, publicationId: string, fileIds: readonly string[]): Promise<void> {
  const kept = await tx.select().from(publicationFile).where(eq(publicationFile.publicationId, publicationId))
  const files: { name: string; sha256: string; attachmentId?: string }[] = []
  for (const fileId of new Set(fileIds))
    files.push(kept.find(({ attachmentId }) => attachmentId === fileId) ?? (await findFile(tx, own, fileId)))
  await tx.delete(publicationFile).where(eq(publicationFile.publicationId, publicationId))
  if (files.length === 0) return
  await tx.insert(publicationFile).values(
    files.map(({ name, sha256, attachmentId }, position) => ({
      unitId: own.unitId,
      publicationId,
      name,
      sha256,
      position,
      ...(attachmentId !== undefined && { attachmentId }),
    })),
  )
  const bytes = await queryValue(tx, z.number())`
    select coalesce(sum(o.size), 0)::bigint from publication_file f
    join storage_object o on o.unit_id = f.unit_id and o.sha256 = f.sha256 where f.publication_id = ${publicationId}`
  if (bytes > PUBLICATION_LIMITS.bytes) throw new PortalError('publication.files')
}
