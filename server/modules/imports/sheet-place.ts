import { splitClass } from '../../../contract/rules/people/class-key.ts'

/** Grade and class as the name of a sheet says them; '' for what it does not say. */
export interface SheetPlace {
  readonly grade: string
  readonly class: string
}

/** What is said of a list, and not of whom it lists. */
const LIST = /[\s_-]*(学生)?(名单|花名册|名册|信息表?|登记表|一览表|列表|表)$/
/** Pupils who have left are not in the class of whose sheet they stand in. */
const LEAVERS =
  /转出|转走|转学|退学|休学|毕业|离校|已走|流失|辍学|开除|除名|往届|leavers?|\bleft\b|withdrawn|graduat|alumni/i

/** Reads the name of a sheet of one class or grade, as 初一（1）班, 3年2班 or Year 7 7A; undefined for another name, and for pupils who have left. */
export function placeOfSheet(name: string): SheetPlace | undefined {
  const text = name.trim().replace(LIST, '')
  return LEAVERS.test(text) ? undefined : splitClass(text)
}
