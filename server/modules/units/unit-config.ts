import { eq, sql } from 'drizzle-orm'
import { DEFAULT_THEME_COLOR } from '../../../contract/limits.ts'
import {
  clientDownloads,
  type ClientDownloads,
  type SignInMethods,
  type UnitConfig,
} from '../../../contract/endpoints/units/tenant.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { unit, unitMail } from '../../db/tables.generated.ts'
import { unitTimeZone } from './unit-time-zone.ts'

/** SQL: whether a row of `unit` is the transaction's unit. */
export const isOwnUnit = eq(unit.unitId, sql`portal_unit_id()`)

const COLOR = /^#[0-9a-f]{6}$/i

const allowsFace = sql<boolean>`exists (
  select from face_settings f where f.unit_id = portal_unit_id() and f.sign_in)`

const hasDrawnProviders = sql<boolean>`exists (
  select from sign_in_provider p where p.unit_id = portal_unit_id() and p.enabled and p.kind in ('oidc', 'wechat_web'))`

const hasOtherBrand = sql<boolean>`exists (
  select from licence l where l.unit_id = portal_unit_id() and l.oam)`

/** The installation's defaults for all units. A unit with downloads of its own offers those instead. */
interface Installation {
  readonly clientDownloads: ClientDownloads
  readonly tableExportBase: string | null
}

/** The public part of a unit. Throws 'tenant.unknown_host'. */
export async function readUnitConfig(
  tx: Tx,
  { clientDownloads: downloads, tableExportBase }: Installation,
): Promise<UnitConfig> {
  const [row] = await tx
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
      otherBrand: hasOtherBrand,
      timeZone: unitTimeZone,
      loginJumpPage: unit.loginJumpPage,
      autoLogin: unit.autoLogin,
      languageList: unit.languageList,
      languageFollowsBrowser: unit.languageFollowsBrowser,
      loginTickitConifg: { apipath: unit.ticketPath, name: unit.ticketName },
      desktopName: unit.desktopName,
      desktopEnName: unit.desktopEnglishName,
    })
    .from(unit)
    .leftJoin(unitMail, eq(unitMail.unitId, unit.unitId))
    .where(isOwnUnit)
  if (!row) throw new PortalError('tenant.unknown_host')
  const { otherBrand, ...found } = row
  return {
    ...found,
    ...(otherBrand && { otherBrand }),
    ...(tableExportBase !== null && { tableExportBase }),
    themeColor: COLOR.test(found.themeColor) ? found.themeColor : DEFAULT_THEME_COLOR,
    signInWays: readSignInMethods(found.signInWays),
    ...offerDownloads(found.decorationSet, downloads),
  }
}

/** The origin of another site to which pages send tables; none where it is the portal's own. */
export function originOfTables({ tableExportBase: base = '' }: Pick<UnitConfig, 'tableExportBase'>): string[] {
  return base.startsWith('https:') ? [new URL(base).origin] : []
}

/** The unit's own downloads come first; damaged ones count as none. */
function offerDownloads(decoration: string | null, downloads: ClientDownloads): Pick<UnitConfig, 'clientDownloads'> {
  const given: unknown = decoration === null ? null : JSON.parse(decoration)
  const own = clientDownloads.safeParse(Object(given).clientDownloads)
  const offered = { ...downloads, ...(own.success && own.data) }
  return Object.keys(offered).length > 0 ? { clientDownloads: offered } : {}
}

/** Only the value `true` allows a method. */
export function readSignInMethods(stored: unknown): Required<SignInMethods> {
  const given = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  return {
    password: given.get('password') === true,
    accessToken: given.get('accessToken') === true,
    userClient: given.get('userClient') === true,
    ticket: given.get('ticket') === true,
  }
}

/** Throws 'login.way_off' when the unit does not allow the method. */
export async function requireSignInMethod(tx: Tx, method: keyof SignInMethods): Promise<void> {
  const [found] = await tx.select({ ways: unit.signInWays }).from(unit).where(isOwnUnit)
  if (!readSignInMethods(found?.ways)[method]) throw new PortalError('login.way_off')
}
