import type { CodeSlip, Slip } from '../../../../contract/endpoints/people/people.ts'

/** A first password for its person, or a code for a pupil's guardians: cut apart, since they go to different hands. */
export type PaperSlip = Slip | CodeSlip

export const isCode = (slip: PaperSlip): slip is CodeSlip => 'guardianCode' in slip

/** Slips without the codes of pupils who got another one after them, in the order in which they were made. */
export function withLastCodes(slips: readonly PaperSlip[]): PaperSlip[] {
  const last = new Map(slips.filter(isCode).map((slip) => [slip.id, slip]))
  return slips.filter((slip) => !isCode(slip) || last.get(slip.id) === slip)
}

export interface SlipGroup {
  /** Null for people without a class or department. */
  readonly place: Slip['place']
  readonly slips: readonly PaperSlip[]
}

const NUMERALS = '一二三四五六七八九十'

/** 二年级10班 after 二年级9班, and 三年级 after 二年级, which in pinyin comes first. */
const inDigits = (name: string) =>
  name.replaceAll(/[一二三四五六七八九十]/g, (one) => String(NUMERALS.indexOf(one) + 1))

/** Slips by their class, by grade and number; those without one at the end. */
export function groupSlips(slips: readonly PaperSlip[]): SlipGroup[] {
  const groups = new Map<string | null, { place: Slip['place']; slips: PaperSlip[] }>()
  for (const slip of slips) {
    const name = slip.place?.name ?? null
    const group = groups.get(name) ?? { place: slip.place, slips: [] }
    group.slips.push(slip)
    groups.set(name, group)
  }
  const { compare } = new Intl.Collator('zh-CN', { numeric: true })
  return [...groups.values()].toSorted(
    ({ place: a }, { place: b }) =>
      Number(a === null) - Number(b === null) || compare(inDigits(a?.name ?? ''), inDigits(b?.name ?? '')),
  )
}
