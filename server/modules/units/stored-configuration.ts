import { decorationSet, type DecorationSet } from '../../../contract/endpoints/units/tenant.ts'
import type { UnitConfiguration } from '../../../contract/endpoints/units/unit-configuration.ts'
import { DEFAULT_THEME_COLOR } from '../../../contract/limits.ts'
import { isHexColor } from '../../../contract/rules/appearance/oklab.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { unit } from '../../db/tables.generated.ts'
import { isOwnUnit } from './unit-config.ts'

/** A stored configuration may be of another portal: the shape of the decoration is checked, the list of languages may be anything. */
export type StoredConfiguration = Omit<UnitConfiguration, 'decorationSet' | 'languageList'> & {
  readonly decorationSet: DecorationSet | null
  readonly languageList: unknown
}

/** The configuration of the transaction's unit, locked until its end. A damaged decoration counts as none. Throws 'tenant.unknown_host'. */
export async function readUnitConfiguration(tx: Tx): Promise<StoredConfiguration> {
  const [found] = await tx.select().from(unit).where(isOwnUnit).for('update')
  if (!found) throw new PortalError('tenant.unknown_host')
  const decoration = decorationSet.safeParse(found.decorationSet)
  return {
    footer: found.footer,
    link: found.link,
    decorationSet: decoration.success ? decoration.data : null,
    themeColor: isHexColor(found.themeColor) ? found.themeColor : DEFAULT_THEME_COLOR,
    loginJumpPage: found.loginJumpPage,
    autoLogin: found.autoLogin,
    languageList: found.languageList,
    languageFollowsBrowser: found.languageFollowsBrowser,
    loginTickitConifg: { apipath: found.ticketPath, name: found.ticketName },
    desktopName: found.desktopName,
    desktopEnName: found.desktopEnglishName,
    networks: found.networks,
    adminNetworks: found.adminNetworks,
    adminSecondFactor: found.adminSecondFactor,
  }
}

/** Saves the configuration. Open pages show it after their next load of the document or of the unit. */
export async function saveUnitConfiguration(tx: Tx, now: StoredConfiguration): Promise<void> {
  const {
    loginTickitConifg: ticket,
    desktopEnName,
    languageFollowsBrowser,
    networks,
    adminNetworks,
    adminSecondFactor,
    ...same
  } = now
  await tx
    .update(unit)
    .set({
      ...same,
      languageFollowsBrowser: languageFollowsBrowser ?? false,
      ticketPath: ticket.apipath,
      ticketName: ticket.name,
      desktopEnglishName: desktopEnName,
      networks: networks ?? [],
      adminNetworks: adminNetworks ?? [],
      adminSecondFactor: adminSecondFactor ?? false,
    })
    .where(isOwnUnit)
}
