import { eq, sql } from 'drizzle-orm'
import { DEFAULT_THEME_COLOR } from '../../../contract/limits.ts'
import {
  clientDownloads,
  type ClientDownloads,
  type SignInMethods,
  type UnitConfig,
} from '../../../contract/endpoints/tenant.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { unit } from '../../db/schema/identity.ts'
import { unitMail } from '../../db/schema/passwords.ts'
import { unitTimeZone } from './unit-time-zone.ts'

const COLOR = /^#[0-9a-f]{6}$/i

/** Whether the transaction's unit lets people sign in by face. */
const allowsFace = sql<boolean>`exists (
  select from face_settings f where f.unit_id = portal_unit_id() and f.sign_in)`

/** Whether the login page has providers to draw. */
const hasDrawnProviders = sql<boolean>`exists (
  select from sign_in_provider p where p.unit_id = portal_unit_id() and p.enabled and p.kind in ('oidc', 'wechat_web'))`

/**
 * What anybody may know of the transaction's unit: its names, colour and decoration. `downloads`: where the installation offers the client, for units that
 * say nothing of it. Throws 'tenant.unknown_host' without a unit.
 */
export async function readUnitConfig(tx: Tx, downloads: ClientDownloads): Promise<UnitConfig> {
  const [found] = await tx
    .select({
      unitId: unit.unitId,
      unitName: unit.name,
      unitEnName: unit.englishName,
      unitType: unit.unitType,
      footer: unit.footer,
      link: unit.link,
      decorationSet: sql<string | null>`${unit.decorationSet}::text`,
      themeColor: unit.themeColor,
      signInWays: unit.signInWays,
      passwordRule: unit.passwordRule,
      resetByMail: sql<boolean>`${unitMail.unitId} is not null`,
      social: hasDrawnProviders,
      face: allowsFace,
      timeZone: unitTimeZone,
    })
    .from(unit)
    .leftJoin(unitMail, eq(unitMail.unitId, unit.unitId))
    .where(eq(unit.unitId, sql`portal_unit_id()`))
  if (!found) throw new PortalError('tenant.unknown_host')
  return {
    ...found,
    themeColor: COLOR.test(found.themeColor) ? found.themeColor : DEFAULT_THEME_COLOR,
    signInWays: readSignInMethods(found.signInWays),
    ...offerDownloads(found.decorationSet, downloads),
  }
}

/** Each download from the unit's decoration, else from the installation; nothing where neither has one. A damaged one counts as none. */
function offerDownloads(decoration: string | null, downloads: ClientDownloads): Pick<UnitConfig, 'clientDownloads'> {
  const given: unknown = decoration === null ? null : JSON.parse(decoration)
  const own = clientDownloads.safeParse(Object(given).clientDownloads)
  const offered = { ...downloads, ...(own.success && own.data) }
  return Object.keys(offered).length > 0 ? { clientDownloads: offered } : {}
}

/** The ways in that a unit's stored configuration allows. Only what says exactly `true` is on: damaged configuration opens nothing. */
export function readSignInMethods(stored: unknown): Required<SignInMethods> {
  const given = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  return {
    password: given.get('password') === true,
    accessToken: given.get('accessToken') === true,
    userClient: given.get('userClient') === true,
    ticket: given.get('ticket') === true,
  }
}

/** Throws 'login.way_off' unless the transaction's unit allows this way in. */
export async function requireSignInMethod(tx: Tx, method: keyof SignInMethods): Promise<void> {
  const [found] = await tx
    .select({ ways: unit.signInWays })
    .from(unit)
    .where(eq(unit.unitId, sql`portal_unit_id()`))
  if (!readSignInMethods(found?.ways)[method]) throw new PortalError('login.way_off')
}
