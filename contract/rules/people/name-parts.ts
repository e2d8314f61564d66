/** Of Han characters: the SQL that splits names has no classes of scripts. */
const HAN_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x2e80, 0x2fd5],
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3038, 0x303b],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfad9],
  [0x20000, 0x323af],
]
const character = (point: number) => String.fromCodePoint(point)

/** A class of Han characters for regular expressions of PostgreSQL. */
export const HAN = `[${HAN_RANGES.map(([from, to]) => `${character(from)}-${character(to)}`).join('')}]`

/** Surnames of two characters that are in use. */
export const COMPOUND_SURNAMES =
  '(欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|夏侯|皇甫|尉迟|尉遲|公孙|公孫|慕容|令狐|长孙|長孫|宇文|司徒|司空|鲜于|鮮于|闾丘|呼延|端木|东方|東方|南宫|南宮|西门|西門|独孤|獨孤|轩辕|軒轅|拓跋|太史|申屠|钟离|鍾離|濮阳|濮陽|淳于|单于|單于|公冶|宗政|赫连|赫連|澹台|澹臺|第五|万俟|萬俟|闻人|聞人|百里|东郭|東郭|梁丘|左丘|仲孙|仲孫|完颜|完顏|耶律|纳兰|納蘭|欧陽|巫马|巫馬|漆雕|壤驷|乐正|樂正|公羊|穀梁|谷梁|羊舌|微生|亓官|司寇|子车|颛孙|夹谷|宰父|段干|东里|呼延|叱干)'

/** Between the parts of names of minorities, of which the own stands first: 买买提·艾力. */
export const NAME_DOTS = '[·•・．‧]'

/** The name that the parts make: Chinese ones without a space, the family's first. A dot between them is not known. */
export function joinName({ given, family, middle = '' }: { given: string; family: string; middle?: string }): string {
  return /\p{Script=Han}/u.test(family + given)
    ? `${family}${given}`
    : [given, middle, family].filter((part) => part !== '').join(' ')
}
