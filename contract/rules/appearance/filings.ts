import type { DecorationSet } from '../../endpoints/units/tenant.ts'

type Filing = NonNullable<NonNullable<DecorationSet['footerMsg']>['baList']>[number]

/** Where the ministry of industry lists sites by their ICP number. */
const ICP_SITE = 'https://beian.miit.gov.cn'
/** Where the police list sites by their record number. */
const POLICE_SITE = 'https://beian.mps.gov.cn'
const POLICE_SITES = /^https?:\/\/(beian\.mps\.gov\.cn|www\.beian\.gov\.cn)(\/|$)/
const POLICE_BADGE = '/icons/filing.svg'

/** The filings of a footer by their kind: the two numbers that Chinese law asks of a public site, '' without, and any others. */
export function readFilings(list: readonly Filing[] = []): { icp: string; police: string; others: readonly Filing[] } {
  const icp = list.find(isIcp)
  const police = list.find(isPolice)
  return {
    icp: icp?.baContent ?? '',
    police: police?.baContent ?? '',
    others: list.filter((filing) => filing !== icp && filing !== police),
  }
}

/**
 * The list with these numbers, which link to where authorities list them. A number takes the place of the one before it, or the first place; entries of another
 * kind, and a number that stays, are as they were.
 */
export function writeFilings(
  before: readonly Filing[] = [],
  { icp, police }: { icp: string; police: string },
): Filing[] {
  const numbers = [
    { known: before.find(isIcp), text: icp, made: { baContent: icp, baUrl: ICP_SITE, showImg: false } },
    {
      known: before.find(isPolice),
      text: police,
      made: { baContent: police, baUrl: policeAddress(police), baImg: POLICE_BADGE, showImg: true },
    },
  ]
  const added = numbers.filter(({ known, text }) => !known && text !== '').map(({ made }) => made)
  const kept = before.flatMap((filing) => {
    const number = numbers.find(({ known }) => known === filing)
    if (!number || number.text === filing.baContent) return [filing]
    return number.text === '' ? [] : [number.made]
  })
  return [...added, ...kept]
}

function isIcp({ baUrl = '', baContent }: Filing): boolean {
  return baUrl.startsWith(ICP_SITE) || (!isPoliceText(baContent) && /ICP/i.test(baContent))
}

function isPolice(filing: Filing): boolean {
  return POLICE_SITES.test(filing.baUrl ?? '') || isPoliceText(filing.baContent)
}

function isPoliceText(text: string): boolean {
  return text.includes('公网安备')
}

function policeAddress(record: string): string {
  const digits = /\d{10,}/.exec(record)?.[0]
  return digits === undefined ? POLICE_SITE : `${POLICE_SITE}/#/query/webSearch?code=${digits}`
}
