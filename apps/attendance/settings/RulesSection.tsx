import ClockIcon from '@phosphor-icons/core/regular/clock.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import {
  deleteRule,
  rules,
  saveRule,
  type AttendanceRule,
} from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { Loaded } from '../Loaded.tsx'
import { formatFullDay, describeWeekdays } from '../dates.ts'
import { nameIn } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'
import { useEndpoint, useSend } from '../use-endpoint.ts'
import { EntryRow } from './EntryRow.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { RuleDialog } from './RuleDialog.tsx'

/** Working hours by groups. */
export function RulesSection() {
  const t = useTexts()
  const query = useEndpoint(rules, {})
  const [editing, setEditing] = useState<AttendanceRule | 'new' | null>(null)
  return (
    <SettingsSection
      title={t('settings.part.rules')}
      hint={t('rules.hint')}
      action={
        <Button kind="primary" icon={Plus} onClick={() => setEditing('new')}>
          {t('rules.add')}
        </Button>
      }
    >
      <Loaded query={query}>
        {(known) => (
          <>
            {known.rules.length === 0 ? (
              <NoData title={t('rules.none')} hint={t('rules.noneHint')} />
            ) : (
              <RuleList known={known} onEdit={setEditing} />
            )}
            {editing !== null && (
              <RuleDialog rule={editing === 'new' ? null : editing} known={known} onClose={() => setEditing(null)} />
            )}
          </>
        )}
      </Loaded>
    </SettingsSection>
  )
}

function RuleList({
  known: { rules: all, classes, today },
  onEdit,
}: {
  known: ResponseOf<typeof rules>
  onEdit: (rule: AttendanceRule) => void
}) {
  const t = useTexts()
  const send = useSend()
  const language = useLanguage()
  const { change } = useChange()

  const appliesTo = ({ appliesTo: whom, classIds }: AttendanceRule) =>
    whom === 'classes'
      ? classes
          .filter(({ classId }) => classIds.includes(classId))
          .map((each) => nameIn(each, language))
          .join(t('comma'))
      : t(`rules.for.${whom}`)

  const remove = (rule: AttendanceRule) =>
    change({
      work: async () => {
        const before = await send(deleteRule, { ruleId: rule.ruleId })
        return async () => {
          for (const each of before) await send(saveRule, each)
        }
      },
      done: t('rules.deleted', { name: nameIn(rule, language) }),
      failed: t('rules.notDeleted', { name: nameIn(rule, language) }),
    })

  return (
    <ul>
      {all.map((rule) => {
        const name = nameIn(rule, language)
        const from = t('rules.from', { day: formatFullDay(rule.validFrom, language) })
        return (
          <li key={`${rule.ruleId} ${rule.validFrom}`}>
            <EntryRow
              glyph={ClockIcon}
              name={name}
              tags={rule.validFrom > today ? [{ text: from, tone: 'warning' }] : []}
              details={[
                appliesTo(rule),
                describeWeekdays(rule.weekdays, language),
                t('rules.comeBy', { time: rule.inBy, count: rule.inTolerance }),
                t('rules.goFrom', { time: rule.outFrom, count: rule.outTolerance }),
              ]}
            >
              <IconButton svg={Pencil} label={t('action.editNamed', { name })} onClick={() => onEdit(rule)} />
              <IconButton svg={Trash} label={t('action.deleteNamed', { name })} onClick={() => void remove(rule)} />
            </EntryRow>
          </li>
        )
      })}
    </ul>
  )
}
