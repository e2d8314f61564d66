import { splitClass } from '../../../contract/rules/people/class-key.ts'

/** Grade and class as the name of a sheet says them; '' for what it does not say. */
export interface SheetPlace {
  readonly grade: string
  readonly class: string
}

/** What is said of a list, and not of whom it lists. */
const LIST = /[\s_-]*(学生)?(名单|花名册|名册|信息表?|登记表|一览表|列表|表)$/
/** States of people, who do not make up the class that the rest of the name says. */
const STATE =
  /转|退学|休学|停学|毕业|离校|已走|流失|辍学|开除|除名|往届|leavers?|\bleft\b|withdrawn|withdrew|graduat|alumn|transfer/i
/** Not those of the year that is about to leave, nor pupils who have come from another school. */
const LEFT =
  /转出|转走|调出|转学(?!生|入)|退学|离校|离职|退休|辞职|已走|流失|辍学|失学|肄业|开除|除名|往届|毕业(?!班|年级|季|考|照)|\bleavers?\b|\bleft\b|\bwithdr(?:awn|ew)\b|\bgraduated?s?\b|\balumn|\btransferred out\b|\bresigned\b|\bretired\b/i
/** Beside the words of `LEFT`, some of the people are still there, or all are. */
const STAYS =
  /(?<!退)休|停学|转入|转进|复学|新生|在[校读籍职]|[未不非没]|应届|即将|拟|[准预](?:毕业|离校)|suspended|\bon leave\b|\bjoiners?\b|\bnew\b|\bcurrent\b|\bnot\b|\bleaving\b/i

/** Reads the name of a sheet of one class or grade, as 初一（1）班, 3年2班 or Year 7 7A; undefined for another name, and for one of people in a state. */
export function placeOfSheet(name: string): SheetPlace | undefined {
  const text = name.trim().replace(LIST, '')
  return STATE.test(text) ? undefined : splitClass(text)
}

/** Whether a sheet's name says that all whom it lists have left, as 一（1）班（转出） or Leavers 2026. */
export function isOfLeavers(name: string): boolean {
  const text = name.normalize('NFKC')
  return LEFT.test(text) && !STAYS.test(text)
}
