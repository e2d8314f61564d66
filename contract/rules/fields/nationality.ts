import type { Language } from '../../envelope.ts'
import { foldText } from '../text/fold-text.ts'

/** The countries and regions of ISO 3166-1, as in GB/T 2659, by their two letters: China first, the others by their letters. */
export const NATIONALITIES =
  'CN AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

const REGIONS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  HK: { 'zh-CN': '中国香港', en: 'Hong Kong, China' },
  MO: { 'zh-CN': '中国澳门', en: 'Macao, China' },
  TW: { 'zh-CN': '中国台湾', en: 'Taiwan, China' },
}

const names: { [L in Language]?: Intl.DisplayNames } = {}

/** The name of a country or region. */
export function nationalityName(value: string, language: Language): string {
  const known = (names[language] ??= new Intl.DisplayNames([language], { type: 'region' }))
  return REGIONS[value]?.[language] ?? known.of(value) ?? value
}

/** What registers and lists write beside the names of `nationalityName`, as `wordOf` has it. */
const WORDS: Readonly<Record<string, string>> = {
  CN: '中华人民共和国 中国大陆 大陆 chn prc chinese peoplesrepublicofchina',
  HK: '香港 hkg hongkong',
  MO: '澳门 mac macao macau',
  TW: '台湾 台湾省 twn taiwan',
  US: '美利坚合众国 usa unitedstatesofamerica america american',
  GB: '大不列颠及北爱尔兰联合王国 gbr uk greatbritain britain british',
  CA: 'can canadian',
  AU: 'aus australian',
  NZ: 'nzl newzealander',
  DE: '德意志联邦共和国 deu german',
  FR: '法兰西共和国 fra french',
  IN: 'ind indian',
  JP: '日本国 jpn japanese',
  KP: '朝鲜民主主义人民共和国 prk',
  KR: '大韩民国 kor korea korean',
  MY: 'mys malaysian',
  RU: '俄罗斯联邦 rus russianfederation russian',
  SG: 'sgp singaporean',
}

const wordOf = (text: string) => foldText(text).replaceAll(/[\s.,'’()-]/g, '')

let words: ReadonlyMap<string, string> | undefined

/** The country or region that a text names: by its name or letters in Chinese or English, also as 中国籍. Undefined for another. */
export function readNationality(text: string): string | undefined {
  words ??= new Map(
    NATIONALITIES.flatMap((value) =>
      [value, nationalityName(value, 'zh-CN'), nationalityName(value, 'en'), ...(WORDS[value]?.split(' ') ?? [])].map(
        (word) => [wordOf(word), value] as const,
      ),
    ),
  )
  const word = wordOf(text)
  for (const end of ['', '籍', '国籍', '公民', '人']) {
    const found = word.endsWith(end) ? words.get(word.slice(0, word.length - end.length)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
