import { foldText } from '../../../../contract/rules/text/fold-text.ts'

/** The state of a person in a list. A person who is suspended or on leave stays active: the portal has no state for that. */
type Status = 'active' | 'suspended' | 'left'

/** Words in Chinese, of which one may follow another: 毕业离校. */
const CHINESE: Readonly<Record<Status, string>> = {
  active: '在校 在职 在读 在籍 在岗 在册 正常 启用 有效 借读 寄读 就读 复学 转入 转进 留级 录用 在学',
  suspended: '休学 停学 病休 休假 请假 保留学籍 保留 缓学 产假 病假 停职 借出',
  left: '离校 离职 离岗 毕业 结业 停用 无效 转出 转学 转走 转校 退学 退休 肄业 辍学 失学 辞职 辞退 开除 除名 死亡 去世 亡故 故去 已故 身故 病故 出国 留学 移民 离开 走 调出 调离 调走 注销',
}
const ENGLISH: Readonly<Record<Status, string>> = {
  active: 'active enabled current enrolled onroll registered present attending yes y true t 1 是 对 √ ✓ ✔ 有',
  suspended: 'suspended onleave leaveofabsence sickleave onhold',
  left: 'left leftschool leaver inactive tobedeleted disabled withdrawn withdrew transferred transferredout graduated alumni alumnus expelled droppedout deceased died dead movedaway moved abroad offroll unenrolled resigned retired terminated no n false f 0 否 不 × x ✗ ✘',
}
const STATUSES: readonly Status[] = ['active', 'suspended', 'left']
const PATTERNS = STATUSES.map((status) => {
  const words = CHINESE[status].split(' ').join('|')
  // Why, and since when, may stand around the word.
  return { status, pattern: new RegExp(`^(?:已经?|现|因.{1,4}?|自动)?(?:${words})+(?:中|了|生|学生|状态|人员)?$`) }
})
const WORDS = new Map(STATUSES.flatMap((status) => ENGLISH[status].split(' ').map((word) => [word, status] as const)))
const NEGATED = /^(?:不|未|非)(?=在|就读)/
const OPPOSITE = /离校|离职|毕业|停用|退学|left|leaver|leaving|inactive|disabled|withdrawn/i

/**
 * Reads the state of a person; undefined for a word that is not known. `heading`: that of its column, whose yes and no mean the opposite where it asks who has left.
 */
export function readStatus(text: string, heading = ''): Status | undefined {
  const folded = foldText(text)
  const found = wordsIn(text)
    .map(statusOf)
    .find((status) => status !== undefined)
  const isAnswer = /^(?:[是否对不有√✓✔×x✗✘yntf01]|yes|no|true|false)$/.test(folded)
  if (found === undefined || !isAnswer || !OPPOSITE.test(heading)) return found
  return found === 'left' ? 'active' : 'left'
}

/** The words of a cell without what does not tell words apart: all of it, all but a remark, and each of several. */
export function wordsIn(text: string): string[] {
  const folded = foldText(text)
  const parts = [folded, folded.replaceAll(/\([^)]*\)/g, ''), ...folded.split(/[/,;、()|]/)]
  return parts.map((part) => part.replaceAll(/[\s_-]/g, ''))
}

function statusOf(word: string): Status | undefined {
  const said = word.replace(NEGATED, '')
  const status = WORDS.get(said) ?? PATTERNS.find(({ pattern }) => pattern.test(said))?.status
  return status === 'active' && said !== word ? 'left' : status
}
