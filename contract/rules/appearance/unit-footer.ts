import { COPYRIGHT_START_YEAR } from '../../limits.ts'
import type { UnitConfig } from '../../endpoints/units/tenant.ts'
import { decorationOf } from './decoration.ts'
import { helpAddress, helpCentre, helpPage } from './help-centre.ts'
import { isLink, isPicture } from '../fields/link.ts'

export interface LinkedText {
  readonly text: string
  readonly link: string | null
}

export interface UnitFooter {
  readonly copyright: string
  /** The unit's own line; null without one. */
  readonly own: LinkedText | null
  readonly filings: readonly (LinkedText & { readonly picture: string | null })[]
  readonly offersHelp: boolean
  /** Null for the portal's own help. */
  readonly helpCentre: URL | null
}

type FooterSettings = Pick<UnitConfig, 'footer' | 'link' | 'decorationSet'>

/** What a unit's footer says, with help where the unit has no decoration; null for a unit whose decoration shows none. Addresses that no browser should follow are left out. */
export function footerOf(unit: FooterSettings, year: number): UnitFooter | null {
  const { footerMsg } = decorationOf(unit)
  if (unit.decorationSet && footerMsg?.show !== true) return null
  const filings = footerMsg?.showBaMsg ? (footerMsg.baList ?? []) : []
  return {
    copyright: footerMsg?.copyright ?? `© ${COPYRIGHT_START_YEAR}–${year}`,
    own: unit.footer ? { text: unit.footer, link: linkOf(unit.link) } : null,
    filings: filings.map(({ baContent, baUrl, baImg, showImg }) => ({
      text: baContent,
      link: linkOf(baUrl),
      picture: showImg && baImg && isPicture(baImg) ? baImg : null,
    })),
    offersHelp: !unit.decorationSet || footerMsg?.helpCenter === true,
    helpCentre: helpCentre(footerMsg?.helpCenterUrl),
  }
}

function linkOf(address: string | null | undefined): string | null {
  return address && isLink(address) ? address : null
}

const NEW_WINDOW = 'target="_blank" rel="noopener noreferrer"'

/**
 * The footer of the login page as HTML, so that it is in the document before any script: a public site must name its filings there. The page's script
 * draws the same text. `help`: the words of the link to the help centre.
 */
export function footerHtml(unit: FooterSettings & { readonly unitId: string }, year: number, help: string): string {
  const footer = footerOf(unit, year)
  if (!footer) return ''
  const { copyright, own, filings, offersHelp, helpCentre: centre } = footer
  const filed = filings.map(({ picture, ...filing }) => {
    const img = picture === null ? '' : `<img src="${escape(picture)}" alt="" width="16" height="16" loading="lazy">`
    return `<span>${img}${linkHtml(filing)}</span>`
  })
  return [
    `<span>${escape(copyright)}</span>`,
    ...(own ? [linkHtml(own)] : []),
    ...filed,
    ...(offersHelp
      ? [
          `<a href="${escape(centre ? helpAddress(centre, { unitId: unit.unitId, secret: null }) : helpPage('index', 'zh-CN'))}" ${NEW_WINDOW} data-t="help">${escape(help)}</a>`,
        ]
      : []),
  ].join('')
}

function linkHtml({ text, link }: LinkedText): string {
  return link === null ? `<span>${escape(text)}</span>` : `<a href="${escape(link)}" ${NEW_WINDOW}>${escape(text)}</a>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
