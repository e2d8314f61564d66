import type { DecorationSet } from '../../endpoints/tenant.ts'
import { SCENES, type UnitAppearance, type UnitConfiguration } from '../../endpoints/unit-configuration.ts'
import { PICKER_FONT_SIZES, PICKER_FONTS } from '../../limits.ts'
import { readFilings, writeFilings } from './filings.ts'
import { isHexColor } from './oklab.ts'

type Configured = Pick<UnitConfiguration, 'footer' | 'link' | 'themeColor'> & {
  /** As it is stored, which may be by an older portal. */
  readonly decorationSet: DecorationSet | null
}

/** What administrators edit of a unit's configuration; values that cannot be edited are as if they were not set. */
export function appearanceOf({ footer, link, decorationSet, themeColor }: Configured): UnitAppearance {
  const { footerMsg, loginText, theme } = decorationSet ?? {}
  const { icp, police } = readFilings(footerMsg?.showBaMsg ? footerMsg.baList : [])
  const { color, fontSize, fontFamily } = loginText ?? {}
  return {
    footerShown: decorationSet === null || footerMsg?.show === true,
    copyright: footerMsg?.copyright ?? '',
    footer: footer ?? '',
    link: link ?? '',
    icp,
    police,
    helpShown: footerMsg?.helpCenter === true,
    helpUrl: footerMsg?.helpCenterUrl ?? '',
    themeColor,
    scene: SCENES.find((scene) => scene === theme) ?? 'campus',
    motto: loginText?.text ?? '',
    mottoStyle: {
      color: color !== undefined && isHexColor(color) ? color : themeColor,
      fontSize: PICKER_FONT_SIZES.find((size) => size === fontSize) ?? PICKER_FONT_SIZES[3],
      fontFamily: PICKER_FONTS.find((family) => family === fontFamily) ?? PICKER_FONTS[1],
    },
  }
}

/** The configuration with an edited appearance; what administrators do not edit stays. */
export function withAppearance({ decorationSet }: Configured, appearance: UnitAppearance): Configured {
  const { footerMsg = {}, ...decoration } = decorationSet ?? {}
  const { copyright, helpUrl, motto, themeColor, scene, icp, police } = appearance
  const { copyright: _copyright, helpCenterUrl: _url, baList, ...settings } = footerMsg
  const { loginText: _text, ...rest } = decoration
  const filings = writeFilings(baList, { icp, police })
  return {
    footer: appearance.footer || null,
    link: appearance.link || null,
    themeColor,
    decorationSet: {
      ...rest,
      footerMsg: {
        ...settings,
        show: appearance.footerShown,
        helpCenter: appearance.helpShown,
        ...(helpUrl !== '' && { helpCenterUrl: helpUrl }),
        showBaMsg: filings.length > 0,
        baList: filings,
        ...(copyright !== '' && { copyright }),
      },
      themeColor,
      theme: scene,
      ...(motto !== '' && { loginText: { text: motto, ...appearance.mottoStyle } }),
    },
  }
}
