import { desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import {
  type Branding,
  BRANDINGS_PAGE,
  type BrandingState,
  type BrandingVersion,
  storedBranding,
} from '../../../../contract/endpoints/branding.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { brandingOf, changedFields, withBranding } from '../../../../contract/rules/appearance/branding.ts'
import type { Tx } from '../../../db/database.ts'
import { brandingPicture, brandingState, brandingVersion } from '../../../db/schema/branding.ts'
import { unit, userAccount } from '../../../db/schema/identity.ts'
import { unitLogo } from '../../../db/schema/portal.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import { isOwnUnit } from '../../tenants/tenants.ts'
import { readUnitConfiguration, saveUnitConfiguration } from '../../tenants/unit-configuration.ts'
import { defaultLogo } from '../../tenants/unit-logo.ts'
import { dropUnusedPictures, keepPicture } from './pictures.ts'

/** The oldest are deleted. */
const VERSIONS_KEPT = 100

type Author = BrandingVersion['by']
type Writer = Pick<Session, 'unitId' | 'userId'>

/** Which fields a change changed, for the trail. */
interface Change {
  readonly before: Partial<Branding>
  readonly after: Partial<Branding>
}

/** What visitors see, locked until the transaction's end. */
async function readPublished(tx: Tx): Promise<Branding> {
  const configuration = await readUnitConfiguration(tx)
  const [named] = await tx.select({ name: unit.name, englishName: unit.englishName }).from(unit).where(isOwnUnit)
  if (!named) throw new PortalError('tenant.unknown_host')
  const [logo] = await tx.select({ sha256: unitLogo.sha256 }).from(unitLogo)
  return brandingOf({ ...named, logo: logo?.sha256?.toString('hex') ?? null }, configuration)
}

/** Fields that an older portal did not store are as they are published. */
function readStored(stored: unknown, published: Branding): Branding {
  const parsed = storedBranding.safeParse({ ...published, ...Object(stored) })
  return parsed.success ? parsed.data : published
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
  const published = await readPublished(tx)
  const found = await readDraft(tx)
  return {
    published,
    draft:
      found && found.draft !== null && found.savedAt
        ? { branding: readStored(found.draft, published), savedAt: found.savedAt.toISOString(), by: authorOf(found) }
        : null,
    revision: found?.revision ?? 0,
    crest: defaultLogo.sha256.toString('hex'),
  }
}

function authorOf({ realName, englishName }: { realName: string | null; englishName: string | null }): Author {
  return realName === null ? null : { realName, englishName: englishName ?? '' }
}

/** The state before a change, locked. Throws 'branding.changed' when it is another than the caller knows. */
async function begin(tx: Tx, unitId: string, revision: number): Promise<BrandingState> {
  const state = await readBranding(tx)
  if (state.revision !== revision) throw new PortalError('branding.changed')
  await tx.insert(brandingState).values({ unitId }).onConflictDoNothing()
  return state
}

async function saveState(tx: Tx, change: Omit<Partial<typeof brandingState.$inferInsert>, 'unitId' | 'revision'>) {
  await tx
    .update(brandingState)
    .set({ ...change, revision: sql`${brandingState.revision} + 1` })
    .where(eq(brandingState.unitId, sql`portal_unit_id()`))
}

const NO_DRAFT = { draft: null, savedAt: null, savedBy: null }

export async function saveBrandingDraft(
  tx: Tx,
  { unitId, userId }: Writer,
  { branding, revision }: { branding: Branding; revision: number },
): Promise<Change> {
  const { published, draft } = await begin(tx, unitId, revision)
  await requirePictures(tx, branding)
  await saveState(tx, { draft: branding, savedAt: new Date(), savedBy: userId })
  return changeOf(draft?.branding ?? published, branding)
}

/** Throws 'branding.no_draft'. */
export async function discardBrandingDraft(tx: Tx, { unitId }: Writer, revision: number): Promise<Change> {
  const { published, draft } = await begin(tx, unitId, revision)
  if (!draft) throw new PortalError('branding.no_draft')
  await saveState(tx, NO_DRAFT)
  return changeOf(draft.branding, published)
}

export async function publishBranding(
  tx: Tx,
  writer: Writer,
  { revision, ...branding }: Branding & { revision: number },
): Promise<Change> {
  const { published } = await begin(tx, writer.unitId, revision)
  await requirePictures(tx, branding)
  await write(tx, writer, published, branding, null)
  await saveState(tx, NO_DRAFT)
  return changeOf(published, branding)
}

/** Publishes a version again; returns its number as well. Throws 'branding.no_version'. */
export async function restoreBranding(
  tx: Tx,
  writer: Writer,
  { versionId, revision }: { versionId: string; revision: number },
): Promise<Change & { number: number }> {
  const { published } = await begin(tx, writer.unitId, revision)
  const [version] = await tx
    .select()
    .from(brandingVersion)
    .where(sql`${brandingVersion.versionId}::text = ${versionId}`)
  if (!version) throw new PortalError('branding.no_version')
  const branding = readStored(version.branding, published)
  await write(tx, writer, published, branding, version.number)
  await saveState(tx, {})
  return { ...changeOf(published, branding), number: version.number }
}

async function write(tx: Tx, writer: Writer, published: Branding, branding: Branding, restored: number | null) {
  const { unitId, userId } = writer
  const last = await keepPublished(tx, unitId, published)
  await tx.insert(brandingVersion).values({ unitId, number: last + 1, branding, publishedBy: userId, restored })
  await tx.delete(brandingVersion).where(lt(brandingVersion.number, last + 2 - VERSIONS_KEPT))

  const configuration = await readUnitConfiguration(tx)
  await saveUnitConfiguration(tx, { ...configuration, ...withBranding(configuration, branding) })
  await tx.update(unit).set({ name: branding.name, englishName: branding.englishName }).where(isOwnUnit)
  await writeLogo(tx, unitId, branding.logo)
  if (branding.picture !== null)
    await tx
      .update(brandingPicture)
      .set({ publishedAt: new Date() })
      .where(eq(brandingPicture.sha256, Buffer.from(branding.picture, 'hex')))
  await dropUnusedPictures(tx)
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
  const published = await readPublished(tx)
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
