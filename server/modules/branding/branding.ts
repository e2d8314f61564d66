import { eq, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as brandingEndpoints from '../../../contract/endpoints/units/branding.ts'
import {
  type Branding,
  BRANDINGS_PAGE,
  type BrandingState,
  type BrandingVersion,
  storedBranding,
} from '../../../contract/endpoints/units/branding.ts'
import type { SavingEndpoint } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { mergeChanges } from '../../../contract/rules/fields/merge-changes.ts'
import type { Tx } from '../../db/database.ts'
import { asId, isoText, queryRows } from '../../db/query.ts'
import { brandingPicture, brandingState, brandingVersion, unitLogo } from '../../db/tables.generated.ts'
import { fieldError, type Session } from '../../http/call.ts'
import { requireVersion, versionOf } from '../../http/record-version.ts'
import { listSchools } from './area-branding.ts'
import { dropUnusedPictures, isPicture } from './pictures.ts'
import {
  type Change,
  changeOf,
  keepPublished,
  readArea,
  readPublished,
  readStored,
  showBranding,
} from './shown-branding.ts'
import { defaultLogo } from './unit-logo.ts'

// The draft of a unit's branding, its publication, and the versions that were published.

/** Older versions are deleted. */
const VERSIONS_KEPT = 100

type Writer = Pick<Session, 'unitId' | 'userId'>

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

const author = brandingEndpoints.history.response.def.element.shape.by
/** SQL: the names of an account `a`; null without one. */
const by = sql`case when a.user_id is not null then json_build_object('realName', a.real_name, 'englishName', a.english_name) end as by`
const draftRow = z.object({ revision: z.number(), draft: z.unknown(), savedAt: z.nullable(z.string()), by: author })

export async function readBranding(tx: Tx): Promise<BrandingState> {
  const { published, isOffice } = await readPublished(tx)
  const [found] = await queryRows(tx, draftRow)`
    select s.revision, s.draft, ${isoText(sql`s.saved_at`)} as "savedAt", ${by} from branding_state s left join user_account a on a.user_id = s.saved_by`
  const draft =
    found?.draft && found.savedAt !== null
      ? { branding: draftOver(found.draft, published), savedAt: found.savedAt, by: found.by }
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

/** The state before a change, locked. Throws 'record.changed' when it is another than the caller knows. */
async function begin(
  tx: Tx,
  endpoint: SavingEndpoint<typeof brandingEndpoints.read.response>,
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

const CHANGES = [
  brandingEndpoints.saveDraft,
  brandingEndpoints.discardDraft,
  brandingEndpoints.publish,
  brandingEndpoints.restore,
]
const NO_DRAFT = { draft: null, savedAt: null, savedBy: null }

export async function saveBrandingDraft(
  tx: Tx,
  { unitId, userId }: Writer,
  { branding: given, version }: { branding: Branding; version: string },
): Promise<Change> {
  const { published, draft, schools } = await begin(tx, brandingEndpoints.saveDraft, unitId, version)
  const branding = ofUnitType(given, schools !== null)
  await requirePictures(tx, branding)
  await saveState(tx, { draft: { ...branding, base: published }, savedAt: new Date(), savedBy: userId })
  return changeOf(draft?.branding ?? published, branding)
}

/** Throws 'branding.no_draft'. */
export async function discardBrandingDraft(tx: Tx, { unitId }: Writer, known: string): Promise<Change> {
  const { published, draft } = await begin(tx, brandingEndpoints.discardDraft, unitId, known)
  if (!draft) throw new PortalError('branding.no_draft')
  await saveState(tx, NO_DRAFT)
  return changeOf(draft.branding, published)
}

export async function publishBranding(
  tx: Tx,
  writer: Writer,
  { version, ...given }: Branding & { version: string },
): Promise<Change> {
  const { published, schools } = await begin(tx, brandingEndpoints.publish, writer.unitId, version)
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
  const { published, schools } = await begin(tx, brandingEndpoints.restore, writer.unitId, known)
  const isThat = eq(brandingVersion.versionId, asId(versionId))
  const [version] = await tx.select().from(brandingVersion).where(isThat)
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

  await showBranding(tx, unitId, branding)
  await dropUnusedPictures(tx)
}

/** Only an office shares, and only a school takes. */
function ofUnitType(branding: Branding, isOffice: boolean): Branding {
  return isOffice ? { ...branding, taken: [] } : { ...branding, sharing: {} }
}

/** Throws 'branding.picture_gone' at a picture that the unit does not have. */
async function requirePictures(tx: Tx, branding: Branding): Promise<void> {
  const [current] = await tx.select({ sha256: unitLogo.sha256 }).from(unitLogo)
  for (const field of ['logo', 'picture'] as const) {
    const wanted = branding[field]
    if (wanted === null || (field === 'logo' && current?.sha256?.toString('hex') === wanted)) continue
    const found = await tx.$count(brandingPicture, isPicture(wanted))
    if (found === 0) throw fieldError(field, 'branding.picture_gone')
  }
}

const versionRow = z.extend(brandingEndpoints.history.response.def.element, { branding: z.unknown() })

/** A page of what was published, the newest first. */
export async function listBrandings(tx: Tx, before: number | undefined): Promise<BrandingVersion[]> {
  const { published } = await readPublished(tx)
  const rows = await queryRows(tx, versionRow)`
    select v.version_id as "versionId", v.number, ${isoText(sql`v.published_at`)} as at, ${by}, v.restored, v.branding
    from branding_version v left join user_account a on a.user_id = v.published_by
    where ${before ?? null}::integer is null or v.number < ${before ?? null}::integer order by v.number desc limit ${BRANDINGS_PAGE}`
  return rows.map((row) => ({ ...row, branding: readStored(row.branding, published) }))
}
