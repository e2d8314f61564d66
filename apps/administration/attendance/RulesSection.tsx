import type { UseQueryResult } from '@tanstack/react-query'
import ClockIcon from '@phosphor-icons/core/regular/clock.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import type { AttendanceRule } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { formatFullDay, describeWeekdays } from '../../../src/app/ui/format/calendar.ts'
import { EntryRow } from '../EntryRow.tsx'
import { ListCard } from '../ListCard.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { useLocale, useTexts } from '../portal-context.ts'

/** Working hours by groups. */
export function RulesSection({ query }: { query: UseQueryResult<ResponseOf<typeof attendanceAdmin.rules>> }) {
  const t = useTexts()
  const [editing, setEditing] = useState<AttendanceRule | 'new' | null>(null)
  return (
    <ListCard
      title={t('attendance.part.rules')}
      hint={t('attendance.rules.hint')}
      action={
        <Button kind="primary" icon={Plus} data-action="add-rule" onClick={() => setEditing('new')}>
          {t('attendance.rules.add')}
        </Button>
      }
    >
      <Loaded query={query}>
        {(known) => (
          <>
            {known.rules.length === 0 ? (
              <NoData title={t('attendance.rules.none')} hint={t('attendance.rules.noneHint')} />
            ) : (
              <RuleList known={known} onEdit={setEditing} />
            )}
            {editing !== null && (
              <RuleDialog rule={editing === 'new' ? null : editing} known={known} onClose={() => setEditing(null)} />
            )}
          </>
        )}
      </Loaded>
    </ListCard>
  )
}

function RuleList({
  known: { rules: all, classes, today },
  onEdit,
}: {
  known: ResponseOf<typeof attendanceAdmin.rules>
  onEdit: (rule: AttendanceRule) => void
}) {
  const { t, nameOf, language } = useLocale()
  const call = useCall()

  const appliesTo = ({ appliesTo: whom, classIds }: AttendanceRule) =>
    whom === 'classes'
      ? classes
          .filter(({ classId }) => classIds.includes(classId))
          .map((each) => nameOf(each))
          .join(t('comma'))
      : t(`attendance.rules.for.${whom}`)

  const remove = useChange(({ ruleId }: AttendanceRule) => call(attendanceAdmin.deleteRule, { ruleId }), {
    done: (_, rule) => t('attendance.rules.deleted', { name: nameOf(rule) }),
    failed: (rule) => t('attendance.rules.notDeleted', { name: nameOf(rule) }),
    undo: (before) => async () => {
      // The first save makes the deleted rule again, each later one is over the one before.
      let version: string | null = null
      for (const each of before) ({ version } = await call(attendanceAdmin.saveRule, { ...each, version }))
    },
  })

  return (
    <ul>
      {all.map((rule) => {
        const name = nameOf(rule)
        const from = t('attendance.rules.from', { day: formatFullDay(rule.validFrom, language) })
        return (
          <li key={`${rule.ruleId} ${rule.validFrom}`}>
            <EntryRow
              glyph={ClockIcon}
              name={name}
              tags={rule.validFrom > today ? [{ text: from, tone: 'warning' }] : []}
              details={[
                appliesTo(rule),
                describeWeekdays(rule.weekdays, language),
                t('attendance.rules.comeBy', { time: rule.inBy, count: rule.inTolerance }),
                t('attendance.rules.goFrom', { time: rule.outFrom, count: rule.outTolerance }),
              ]}
            >
              <IconButton svg={Pencil} label={t('action.editNamed', { name })} onClick={() => onEdit(rule)} />
              <IconButton svg={Trash} label={t('action.deleteNamed', { name })} onClick={() => remove.mutate(rule)} />
            </EntryRow>
          </li>
        )
      })}
    </ul>
  )
}
