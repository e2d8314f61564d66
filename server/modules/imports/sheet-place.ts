/** Grade and class as the name of a sheet says them; '' for what it does not say. */
export interface SheetPlace {
  readonly grade: string
  readonly class: string
}

/** What is said of a list, and not of whom it lists. */
const LIST = /[\s_-]*(学生)?(名单|花名册|名册|信息表?|登记表|一览表|列表|表)$/
const FORMS = [
  /^(.*?(?:年级|20\d\d[级届]))\s*(.*)$/,
  /^([小初高][一二三四五六]|[一二三四五六七八九])\s*([（(].*|\d.*班)$/,
  /^((?:year|grade|form|yr|primary|secondary)\s*\d{1,2})[\s,，·-]*(.*)$/i,
  /^()([（(]?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[）)]?班|\d{1,2}[A-Z])$/,
]

/** Reads the name of a sheet of one class or grade, as 初一（1）班, 一年级1班 or Year 7 7A; undefined for another name. */
export function placeOfSheet(name: string): SheetPlace | undefined {
  const text = name.trim().replace(LIST, '')
  for (const form of FORMS) {
    const [found, grade = '', rest = ''] = form.exec(text) ?? []
    if (found !== undefined) return { grade: grade.trim(), class: rest.trim() }
  }
  return undefined
}
