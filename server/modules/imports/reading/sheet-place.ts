import { splitClass } from '../../../../contract/rules/people/class-key.ts'

/** Grade and class as the name of a sheet says them; '' for what it does not say. */
export interface SheetPlace {
  readonly grade: string
  readonly class: string
}

/** What is said of a list, and not of whom it lists. */
const LIST = /[\s_-]*(学生)?(名单|花名册|名册|信息表?|登记表|一览表|列表|表)$/
/** States of people, who do not make up the class that the rest of the name says. */
const STATE =
  /转|退学|休学|停学|毕业|离校|已走|流失|辍学|开除|除名|往届|异动|变动|leavers?|\bleft\b|withdrawn|withdrew|graduat|alumn|transfer/i
/** Not those of the year that is about to leave, nor pupils who have come from another school. */
const LEFT =
  /转出|转走|调出|转学(?!生|入)|退学|离校|离职|[退离]休|辞职|已走|流失|辍学|失学|肄业|开除|除名|往届|不在[校读籍职岗]|毕业(?!班|年级|季|考|照)|\bleavers?\b|\bleft\b|\bwithdr(?:awn|ew)\b|\bgraduated?s?\b|\balumn|\btransferred out\b|\bresigned\b|\bretired\b/i
/** A word of `LEFT` beside these is of people who have not left, or not yet. */
const NOT_YET = /[未非没]|不(?!在)|应届|即将|拟|[准预](?:毕业|离校)|\bnot\b|\bleaving\b/i
/** Beside the words of `LEFT`, some of the people are still there. */
const STAYS =
  /(?<![退离])休|停学|保留|转入|转进|复学|新生|(?<!不)在[校读籍职岗]|suspended|\bon leave\b|\bjoiners?\b|\bnew\b|\bcurrent\b/i
/** Changes of every kind, in and out. */
const CHANGES = /异动|变动/
const SUSPENDED = /休学|停学|病休|休假|缓学|保留学籍|\bsuspended\b|\bon leave\b/i

/** What a sheet's name says of all whom it lists: they have left, some of them have, or they are away for a time. */
type SheetState = 'left' | 'mixed' | 'suspended'

/** Reads the name of a sheet of one class or grade, as 初一（1）班, 3年2班 or Year 7 7A; undefined for another name, and for one of people in a state. */
export function placeOfSheet(name: string): SheetPlace | undefined {
  const text = name.trim().replace(LIST, '')
  return STATE.test(text) ? undefined : splitClass(text)
}

/** The state that a sheet's name says, as 一（1）班（转出） or Leavers 2026 (left), 休退学 (mixed) or 休学 (suspended); undefined for other names, and for 未离校. */
export function stateOfSheet(name: string): SheetState | undefined {
  const text = name.normalize('NFKC')
  if (NOT_YET.test(text)) return undefined
  if (CHANGES.test(text)) return 'mixed'
  if (LEFT.test(text)) return STAYS.test(text) ? 'mixed' : 'left'
  return SUSPENDED.test(text) ? 'suspended' : undefined
}
