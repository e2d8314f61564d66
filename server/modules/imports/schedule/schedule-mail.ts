import * as z from 'zod/mini'
import type { ImportSummary } from '../../../../contract/endpoints/people/imports.ts'
import { errorText, isErrorCode } from '../../../../contract/error-texts.ts'
import { LANGUAGES } from '../../../../contract/limits.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows } from '../../../db/query.ts'
import { composeEmail } from '../../mail/email-template.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { Email } from '../../mail/unit-mail.ts'
import { mayImport } from './import-schedule.ts'

const recipientRow = z.object({
  userId: z.string(),
  to: z.string(),
  realName: z.string(),
  englishName: z.string(),
  language: z.literal(LANGUAGES),
  unitName: z.string(),
  unitEnName: z.string(),
  host: z.nullable(z.string()),
})
type Recipient = z.infer<typeof recipientRow>

interface Outcome {
  /** 'applied', or the code of what stood in the way. */
  readonly outcome: string
  /** Undefined where no file was taken. */
  readonly run?: ImportSummary
}

/** Mails what came of a scheduled import to those who are to hear of it and may import. */
export async function mailOutcome(tx: Tx, outbox: Outbox, unitId: string, outcome: Outcome): Promise<void> {
  const told = await queryRows(tx, recipientRow)`
    select a.user_id as "userId", a.email as "to", a.real_name as "realName", a.english_name as "englishName", a.language, u.name as "unitName", u.english_name as "unitEnName",
      (select h.host from unit_host h where h.unit_id = u.unit_id order by h.is_main desc, h.host limit 1) as host
    from import_schedule s join user_account a on a.user_id = any (s.recipients) join unit u on u.unit_id = a.unit_id
    where coalesce(a.email, '') <> '' and ${mayImport}`
  for (const one of told) await outbox.accept(tx, { unitId, userId: one.userId }, writeOutcome(one, outcome))
}

/** Holds no names of people but the recipient's: mail is read on the way. */
function writeOutcome(reader: Recipient, { outcome, run }: Outcome): Email {
  const { unitName, host } = reader
  const unit = reader.unitEnName || unitName
  const isDone = outcome === 'applied'
  const reason = isErrorCode(outcome) ? outcome : 'server.internal'
  const where = host === null ? [] : [host]
  return composeEmail(
    reader,
    {
      subject: isDone ? '自动导入已完成' : '自动导入没有写入',
      blocks: [
        run ? `${unitName}的自动导入取了文件“${run.fileName}”。` : `${unitName}的自动导入没有取到文件。`,
        isDone && run
          ? `已经全部写入：${tellCounts(run, 'zh')}。七天内可以整体撤销。`
          : `什么都没有写入：${errorText(reason, 'zh-CN')}。`,
        `详情见门户${where.map((one) => `（${one}）`).join('')}的“管理 › 导入与导出”。为了安全，这封邮件里没有链接。`,
      ],
    },
    {
      subject: isDone ? 'The scheduled import was applied' : 'The scheduled import changed nothing',
      blocks: [
        run
          ? `the scheduled import of ${unit} took the file “${run.fileName}”.`
          : `the scheduled import of ${unit} found no file.`,
        isDone && run
          ? `All of it was imported: ${tellCounts(run, 'en')}. The whole import can be undone for seven days.`
          : `Nothing was changed: ${errorText(reason, 'en')}.`,
        `See the portal${where.map((one) => ` (${one})`).join('')} under “Administration › Import and export”. For your safety, there is no link in this email.`,
      ],
    },
  )
}

/** People and classes by what is done with them. */
function tellCounts({ counts }: ImportSummary, language: 'zh' | 'en'): string {
  const words = {
    zh: {
      new: '新增',
      changed: '修改',
      deactivated: '停用',
      people: '人',
      classes: '个班级',
      none: '没有变化',
      comma: '，',
    },
    en: {
      new: 'new',
      changed: 'changed',
      deactivated: 'deactivated',
      people: ' people',
      classes: ' classes',
      none: 'no changes',
      comma: ', ',
    },
  }[language]
  const parts = (['new', 'changed', 'deactivated'] as const).flatMap((action) =>
    (['people', 'classes'] as const)
      .filter((kind) => counts[action][kind] > 0)
      .map((kind) => `${words[action]} ${counts[action][kind]}${language === 'zh' ? ' ' : ''}${words[kind]}`),
  )
  return parts.length > 0 ? parts.join(words.comma) : words.none
}
