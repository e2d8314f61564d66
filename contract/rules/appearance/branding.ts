import type { Branding } from '../../endpoints/units/branding.ts'
import type { DecorationSet } from '../../endpoints/units/tenant.ts'
import { SCENES, type UnitConfiguration } from '../../endpoints/units/unit-configuration.ts'
import { PICKER_FONT_SIZES, PICKER_FONTS } from '../../limits.ts'
import { readFilings, writeFilings } from './filings.ts'
import { isHexColor } from './oklab.ts'

type Configured = Pick<UnitConfiguration, 'footer' | 'link' | 'themeColor'> & {
  /** As it is stored, which may be by an older portal. */
  readonly decorationSet: DecorationSet | null
}

/** What this does not read of the configuration. */
type Identity = Pick<Branding, 'name' | 'englishName' | 'logo'> &
  Partial<Pick<Branding, 'languageFollowsBrowser' | 'sharing' | 'taken'>>

/** What administrators edit of a unit; values that cannot be edited are as if they were not set. */
export function brandingOf(
  { name, englishName, logo, languageFollowsBrowser = false, sharing = {}, taken = [] }: Identity,
  { footer, link, decorationSet, themeColor }: Configured,
): Branding {
  const { footerMsg, loginText, theme, loginPicture = null } = decorationSet ?? {}
  const { icp, police } = readFilings(footerMsg?.baList)
  const { color, fontSize, fontFamily } = loginText ?? {}
  return {
    name,
    englishName,
    logo,
    themeColor,
    scene: SCENES.find((scene) => scene === theme) ?? 'campus',
    picture: loginPicture,
    motto: loginText?.text ?? '',
    mottoStyle: {
      color: color !== undefined && isHexColor(color) ? color : themeColor,
      fontSize: PICKER_FONT_SIZES.find((size) => size === fontSize) ?? PICKER_FONT_SIZES[3],
      fontFamily: PICKER_FONTS.find((family) => family === fontFamily) ?? PICKER_FONTS[1],
    },
    footerShown: decorationSet === null || footerMsg?.show === true,
    copyright: footerMsg?.copyright ?? '',
    footer: footer ?? '',
    link: link ?? '',
    icp,
    police,
    helpShown: decorationSet === null || footerMsg?.helpCenter === true,
    helpUrl: footerMsg?.helpCenterUrl ?? '',
    languageFollowsBrowser,
    sharing,
    taken,
  }
}

/** The configuration with an edited branding; what administrators do not edit stays. */
export function withBranding({ decorationSet }: Pick<Configured, 'decorationSet'>, branding: Branding): Configured {
  const { footerMsg = {}, ...decoration } = decorationSet ?? {}
  const { copyright, helpUrl, motto, themeColor, scene, picture, icp, police } = branding
  const { copyright: _copyright, helpCenterUrl: _url, baList, ...settings } = footerMsg
  const { loginText: _text, loginPicture: _picture, ...rest } = decoration
  const filings = writeFilings(baList, { icp, police })
  const before = readFilings(baList)
  // Entries that the unit has hidden stay so until a number is entered or changed.
  const isHidden = footerMsg.showBaMsg === false && before.icp === icp && before.police === police
  return {
    footer: branding.footer || null,
    link: branding.link || null,
    themeColor,
    decorationSet: {
      ...rest,
      footerMsg: {
        ...settings,
        show: branding.footerShown,
        helpCenter: branding.helpShown,
        ...(helpUrl !== '' && { helpCenterUrl: helpUrl }),
        showBaMsg: filings.length > 0 && !isHidden,
        baList: filings,
        ...(copyright !== '' && { copyright }),
      },
      themeColor,
      theme: scene,
      ...(picture !== null && { loginPicture: picture }),
      ...(motto !== '' && { loginText: { text: motto, ...branding.mottoStyle } }),
    },
  }
}
