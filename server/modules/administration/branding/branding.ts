import { desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type AreaBranding,
  areaBranding,
  type Branding,
  BRANDINGS_PAGE,
  type BrandingState,
  type BrandingVersion,
  discardDraft,
  publish,
  type read,
  restore,
  saveDraft,
  SHARED_PARTS,
  sharedValues,
  storedBranding,
} from '../../../../contract/endpoints/units/branding.ts'
import type { SavingEndpoint } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { brandingOf, withBranding } from '../../../../contract/rules/appearance/branding.ts'
import { changedFields, mergeChanges } from '../../../../contract/rules/fields/merge-changes.ts'
import { partsFrom, pickParts, shareOf, withShared } from '../../../../contract/rules/appearance/shared-branding.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { queryOne, queryRows } from '../../../db/query.ts'
import {
  adminEvent,
  brandingPicture,
  brandingState,
  brandingVersion,
  unit,
  unitLogo,
  userAccount,
} from '../../../db/tables.generated.ts'
import { describeChanges } from '../../../http/admin-events.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import { requireVersion, versionOf } from '../../../http/record-version.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import { isOwnUnit } from '../../tenants/tenants.ts'
import { readUnitConfiguration, saveUnitConfiguration } from '../../tenants/unit-configuration.ts'
import { defaultLogo } from '../../tenants/unit-logo.ts'
import { dropUnusedPictures, keepPicture, readAreaPicture } from './pictures.ts'

const QUEUE = 'area-branding'
/** The oldest are deleted. */
const VERSIONS_KEPT = 100

type Author = BrandingVersion['by']
type Writer = Pick<Session, 'unitId' | 'userId'>

/** Which fields a change changed, for the trail. */
interface Change {
  readonly before: Partial<Branding>
  readonly after: Partial<Branding>
}

const storedSharing = z.object({ modes: storedBranding.shape.sharing })

/**
 * The unit's own branding, and what visitors see: that with what comes from its office. Locked until the transaction's end.
 */
async function readPublished(tx: Tx): Promise<{ published: Branding; shown: Branding; isOffice: boolean }> {
  const configuration = await readUnitConfiguration(tx)
  const { name, englishName, unitType } = unit
  const [named] = await tx.select({ name, englishName, unitType }).from(unit).where(isOwnUnit)
  if (!named) throw new PortalError('tenant.unknown_host')
  const [logo] = await tx.select({ sha256: unitLogo.sha256 }).from(unitLogo)
  const [state] = await tx.select().from(brandingState)
  const identity = {
    name: named.name,
    englishName: named.englishName,
    logo: logo?.sha256.toString('hex') ?? null,
    languageFollowsBrowser: configuration.languageFollowsBrowser ?? false,
    sharing: storedSharing.safeParse(state?.forSchools).data?.modes ?? {},
    taken: SHARED_PARTS.filter((part) => state?.taken.includes(part)),
  }
  const own = sharedValues.safeParse(state?.own ?? {}).data ?? {}
  const { themeColor = configuration.themeColor } = own
  return {
    // Other values follow the colour where they are not set.
    published: { ...brandingOf(identity, { ...configuration, themeColor }), ...own },
    shown: brandingOf(identity, configuration),
    isOffice: named.unitType === '1',
  }
}

const areaRow = z.object({ area: z.nullable(areaBranding) })

/** What the unit's education office shares; null where that is nothing. */
async function readArea(tx: Tx): Promise<AreaBranding | null> {
  const { area } = await queryOne(tx, areaRow)`select portal_area_branding() as area`
  return area && Object.keys(area.modes).length > 0 ? area : null
}

/** Fields that an older portal did not store are as they are published. */
function readStored(stored: unknown, published: Branding): Branding {
  const parsed = storedBranding.safeParse({ ...published, ...Object(stored) })
  return parsed.success ? parsed.data : published
}

const draftWithBase = z.object({ base: z.optional(storedBranding) })

/**
 * A stored draft over what is published now: fields that the draft did not change follow what other settings, such as the filings, have published since. Drafts of an
 * older portal have no base and stay as they are.
 */
function draftOver(stored: unknown, published: Branding): Branding {
  const { base } = draftWithBase.safeParse(stored).data ?? {}
  const draft = readStored(stored, published)
  return base ? mergeChanges(base, draft, published).merged : draft
}

async function readDraft(tx: Tx) {
  const { revision, draft, savedAt, savedBy } = getTableColumns(brandingState)
  const { realName, englishName } = userAccount
  const [found] = await tx
    .select({ revision, draft, savedAt, savedBy, realName, englishName })
    .from(brandingState)
    .leftJoin(userAccount, eq(userAccount.userId, savedBy))
  return found
}

export async function readBranding(tx: Tx): Promise<BrandingState> {
  const { published, isOffice } = await readPublished(tx)
  const found = await readDraft(tx)
  const draft =
    found && found.draft !== null && found.savedAt
      ? { branding: draftOver(found.draft, published), savedAt: found.savedAt.toISOString(), by: authorOf(found) }
      : null
  return {
    published,
    area: isOffice ? null : await readArea(tx),
    schools: isOffice ? (await listSchools(tx)).length : null,
    draft,
    version: versionOf({ published, draft: draft?.branding ?? null }),
    revision: found?.revision ?? 0,
    crest: defaultLogo.sha256.toString('hex'),
  }
}

const schoolRow = z.object({ unitId: z.string() })

async function listSchools(tx: Tx): Promise<string[]> {
  const rows = await queryRows(tx, schoolRow)`select portal_area_school_ids() as "unitId"`
  return rows.map(({ unitId }) => unitId)
}

function authorOf({ realName, englishName }: { realName: string | null; englishName: string | null }): Author {
  return realName === null ? null : { realName, englishName: englishName ?? '' }
}

/** The state before a change, locked. Throws 'record.changed' when it is another than the caller knows. */
async function begin(
  tx: Tx,
  endpoint: SavingEndpoint<typeof read.response>,
  unitId: string,
  known: string,
): Promise<BrandingState> {
  const state = await readBranding(tx)
  await requireVersion(tx, endpoint, { known, current: state, actions: CHANGES })
  await tx.insert(brandingState).values({ unitId }).onConflictDoNothing()
  return state
}

async function saveState(tx: Tx, change: Omit<Partial<typeof brandingState.$inferInsert>, 'unitId' | 'revision'>) {
  await tx
    .update(brandingState)
    .set({ ...change, revision: sql`${brandingState.revision} + 1` })
    .where(eq(brandingState.unitId, sql`portal_unit_id()`))
}

const CHANGES = [saveDraft, discardDraft, publish, restore]
const NO_DRAFT = { draft: null, savedAt: null, savedBy: null }

export async function saveBrandingDraft(
  tx: Tx,
  { unitId, userId }: Writer,
  { branding: given, version }: { branding: Branding; version: string },
): Promise<Change> {
  const { published, draft, schools } = await begin(tx, saveDraft, unitId, version)
  const branding = ofUnitType(given, schools !== null)
  await requirePictures(tx, branding)
  await saveState(tx, { draft: { ...branding, base: published }, savedAt: new Date(), savedBy: userId })
  return changeOf(draft?.branding ?? published, branding)
}

/** Throws 'branding.no_draft'. */
export async function discardBrandingDraft(tx: Tx, { unitId }: Writer, known: string): Promise<Change> {
  const { published, draft } = await begin(tx, discardDraft, unitId, known)
  if (!draft) throw new PortalError('branding.no_draft')
  await saveState(tx, NO_DRAFT)
  return changeOf(draft.branding, published)
}

export async function publishBranding(
  tx: Tx,
  writer: Writer,
  { version, ...given }: Branding & { version: string },
): Promise<Change> {
  const { published, schools } = await begin(tx, publish, writer.unitId, version)
  const branding = ofUnitType(given, schools !== null)
  await requirePictures(tx, branding)
  await write(tx, writer, published, branding, null)
  await saveState(tx, NO_DRAFT)
  return changeOf(published, branding)
}

/** Publishes a version again; returns its number as well. Throws 'branding.no_version'. */
export async function restoreBranding(
  tx: Tx,
  writer: Writer,
  { versionId, version: known }: { versionId: string; version: string },
): Promise<Change & { number: number }> {
  const { published, schools } = await begin(tx, restore, writer.unitId, known)
  const [version] = await tx
    .select()
    .from(brandingVersion)
    .where(sql`${brandingVersion.versionId}::text = ${versionId}`)
  if (!version) throw new PortalError('branding.no_version')
  const branding = ofUnitType(readStored(version.branding, published), schools !== null)
  await write(tx, writer, published, branding, version.number)
  await saveState(tx, {})
  return { ...changeOf(published, branding), number: version.number }
}

async function write(tx: Tx, writer: Writer, published: Branding, branding: Branding, restored: number | null) {
  const { unitId, userId } = writer
  const last = await keepPublished(tx, unitId, published)
  await tx.insert(brandingVersion).values({ unitId, number: last + 1, branding, publishedBy: userId, restored })
  await tx.delete(brandingVersion).where(lt(brandingVersion.number, last + 2 - VERSIONS_KEPT))

  await show(tx, unitId, branding)
  await dropUnusedPictures(tx)
}

/** Shows visitors a unit's own branding with what comes from its office. Returns what they see now. */
async function show(tx: Tx, unitId: string, own: Branding): Promise<Branding> {
  const { isOffice } = await readPublished(tx)
  const area = isOffice ? null : await readArea(tx)
  const shown = withShared(own, area)
  const parts = partsFrom(area, own.taken)
  for (const picture of [shown.logo, shown.picture]) {
    const shared = picture === null ? undefined : await readAreaPicture(tx, picture)
    if (shared) await keepPicture(tx, unitId, shared)
  }
  const configuration = await readUnitConfiguration(tx)
  const { languageFollowsBrowser, name, englishName } = own
  await saveUnitConfiguration(tx, { ...configuration, ...withBranding(configuration, shown), languageFollowsBrowser })
  await tx.update(unit).set({ name, englishName }).where(isOwnUnit)
  await writeLogo(tx, unitId, shown.logo)
  if (shown.picture !== null)
    await tx
      .update(brandingPicture)
      .set({ publishedAt: new Date() })
      .where(eq(brandingPicture.sha256, Buffer.from(shown.picture, 'hex')))
  const kept = {
    own: parts.length > 0 ? pickParts(own, parts) : null,
    taken: [...own.taken],
    forSchools: isOffice ? shareOf(own) : null,
  }
  await tx
    .insert(brandingState)
    .values({ unitId, ...kept })
    .onConflictDoUpdate({ target: brandingState.unitId, set: kept })
  return shown
}

/** Only an office shares, and only a school takes. */
function ofUnitType(branding: Branding, isOffice: boolean): Branding {
  return isOffice ? { ...branding, taken: [] } : { ...branding, sharing: {} }
}

/** Sends the job that shows a school what its office shares now; also where it has left one. */
export const sendAreaBranding = (jobs: JobQueue, tx: Tx, schools: readonly string[]) =>
  jobs.send(
    tx,
    QUEUE,
    schools.map((unitId) => ({ unitId })),
  )

/** As `sendAreaBranding`, for all schools of the transaction's unit. */
export async function shareBranding(jobs: JobQueue, tx: Tx): Promise<void> {
  await sendAreaBranding(jobs, tx, await listSchools(tx))
}

/** Registers the job. */
export function handleAreaBranding(database: Database, jobs: JobQueue): void {
  jobs.handle({
    name: QUEUE,
    lane: 'due',
    data: z.object({ unitId: z.string() }),
    seconds: 60,
    retry: { after: 5, times: 12 },
    atOnce: 2,
    run: ({ unitId }) => database.inUnit({ unitId, userId: null }, (tx) => bringAreaBranding(tx, unitId)),
  })
}

/** Shows a school what its office shares now, and tells its trail if that changes something. */
async function bringAreaBranding(tx: Tx, unitId: string): Promise<void> {
  const { published, shown: before } = await readPublished(tx)
  const [state] = await tx.select({ own: brandingState.own }).from(brandingState)
  if (partsFrom(await readArea(tx), published.taken).length === 0 && (state?.own ?? null) === null) return
  // What a command wrote first can be had back too.
  await keepPublished(tx, unitId, published)
  const change = changeOf(before, await show(tx, unitId, published))
  if (Object.keys(change.after).length === 0) return
  const { rows } = await tx.execute(sql`select name from portal_own_area()`)
  const changes = describeChanges({ office: rows[0]?.['name'] ?? null, ...change })
  await tx.insert(adminEvent).values({
    unitId,
    kind: 'area',
    action: 'branding.fromArea',
    changes,
    address: '',
    userAgent: '',
  })
}

/**
 * Keeps what visitors see as a version, where it is none: what the set-up or a command wrote can be had back too. Returns the number of the last version.
 */
async function keepPublished(tx: Tx, unitId: string, published: Branding): Promise<number> {
  const [logo] = await tx.select().from(unitLogo)
  if (logo) await keepPicture(tx, unitId, { mediaType: logo.mediaType, content: logo.content })
  const [last] = await tx.select().from(brandingVersion).orderBy(desc(brandingVersion.number)).limit(1)
  if (last && changedFields(readStored(last.branding, published), published).length === 0) return last.number
  const number = (last?.number ?? 0) + 1
  await tx.insert(brandingVersion).values({ unitId, number, branding: published })
  return number
}

async function writeLogo(tx: Tx, unitId: string, logo: string | null): Promise<void> {
  if (logo === null) {
    await tx.delete(unitLogo)
    return
  }
  const [picture] = await tx
    .select({ mediaType: brandingPicture.mediaType, content: brandingPicture.content })
    .from(brandingPicture)
    .where(eq(brandingPicture.sha256, Buffer.from(logo, 'hex')))
  if (!picture) throw fieldError('logo', 'branding.picture_gone')
  await tx
    .insert(unitLogo)
    .values({ unitId, ...picture })
    .onConflictDoUpdate({ target: unitLogo.unitId, set: picture })
}

/** Throws 'branding.picture_gone' at a picture that the unit does not have. */
async function requirePictures(tx: Tx, branding: Branding): Promise<void> {
  const [current] = await tx.select({ sha256: unitLogo.sha256 }).from(unitLogo)
  for (const field of ['logo', 'picture'] as const) {
    const wanted = branding[field]
    if (wanted === null || (field === 'logo' && current?.sha256?.toString('hex') === wanted)) continue
    const found = await tx.$count(brandingPicture, eq(brandingPicture.sha256, Buffer.from(wanted, 'hex')))
    if (found === 0) throw fieldError(field, 'branding.picture_gone')
  }
}

function changeOf(before: Branding, after: Branding): Change {
  const fields = changedFields(before, after)
  const only = (from: Branding) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { before: only(before), after: only(after) }
}

/** A page of what was published, the newest first. */
export async function listBrandings(tx: Tx, before: number | undefined): Promise<BrandingVersion[]> {
  const { published } = await readPublished(tx)
  const { versionId, number, branding, publishedAt, publishedBy, restored } = getTableColumns(brandingVersion)
  const { realName, englishName } = userAccount
  const rows = await tx
    .select({ versionId, number, branding, publishedAt, restored, realName, englishName })
    .from(brandingVersion)
    .leftJoin(userAccount, eq(userAccount.userId, publishedBy))
    .where(before === undefined ? undefined : lt(number, before))
    .orderBy(desc(number))
    .limit(BRANDINGS_PAGE)
  return rows.map((row) => ({
    versionId: row.versionId,
    number: row.number,
    at: row.publishedAt.toISOString(),
    by: authorOf(row),
    restored: row.restored,
    branding: readStored(row.branding, published),
  }))
}
