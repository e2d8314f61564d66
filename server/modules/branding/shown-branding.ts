import { desc } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type AreaBranding,
  areaBranding,
  type Branding,
  SHARED_PARTS,
  sharedValues,
  storedBranding,
} from '../../../contract/endpoints/units/branding.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { brandingOf, withBranding } from '../../../contract/rules/appearance/branding.ts'
import { partsFrom, pickParts, shareOf, withShared } from '../../../contract/rules/appearance/shared-branding.ts'
import { changedFields } from '../../../contract/rules/fields/merge-changes.ts'
import type { Tx } from '../../db/database.ts'
import { queryValue } from '../../db/query.ts'
import { brandingPicture, brandingState, brandingVersion, unit, unitLogo } from '../../db/tables.generated.ts'
import { fieldError } from '../../http/call.ts'
import { readUnitConfiguration, saveUnitConfiguration } from '../units/stored-configuration.ts'
import { isOwnUnit } from '../units/unit-config.ts'
import { findPicture, isPicture, keepPicture, readAreaPicture } from './pictures.ts'

// What visitors see: the unit's own branding with what comes from its education office.

const storedSharing = z.object({ modes: storedBranding.shape.sharing })

/** The unit's own branding, and what visitors see. Locks the unit's configuration until the end of the transaction. */
export async function readPublished(tx: Tx): Promise<{ published: Branding; shown: Branding; isOffice: boolean }> {
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

/** What the unit's education office shares; null where that is nothing. */
export async function readArea(tx: Tx): Promise<AreaBranding | null> {
  const area = await queryValue(tx, z.nullable(areaBranding))`select portal_area_branding()`
  return area && Object.keys(area.modes).length > 0 ? area : null
}

/** Fields that an older portal did not store are as they are published. */
export function readStored(stored: unknown, published: Branding): Branding {
  const parsed = storedBranding.safeParse({ ...published, ...Object(stored) })
  return parsed.success ? parsed.data : published
}

/** Shows visitors a unit's own branding with what comes from its office. Returns what they see now. */
export async function showBranding(tx: Tx, unitId: string, own: Branding): Promise<Branding> {
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
    await tx.update(brandingPicture).set({ publishedAt: new Date() }).where(isPicture(shown.picture))
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

/**
 * Stores the published branding as a version where the last version differs, so that what the set-up or a command wrote can be restored too. Returns the number of
 * the last version.
 */
export async function keepPublished(tx: Tx, unitId: string, published: Branding): Promise<number> {
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
  const picture = await findPicture(tx, logo)
  if (!picture) throw fieldError('logo', 'branding.picture_gone')
  await tx
    .insert(unitLogo)
    .values({ unitId, ...picture })
    .onConflictDoUpdate({ target: unitLogo.unitId, set: picture })
}

/** Which fields a change changed, for the trail. */
export interface Change {
  readonly before: Partial<Branding>
  readonly after: Partial<Branding>
}

export function changeOf(before: Branding, after: Branding): Change {
  const fields = changedFields(before, after)
  const only = (from: Branding) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { before: only(before), after: only(after) }
}
