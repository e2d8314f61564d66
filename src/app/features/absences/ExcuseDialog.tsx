import './absences.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeAbsence, requestAbsence, withdrawAbsence } from '../../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../../contract/endpoints/attendance/attendance.ts'
import { ABSENCE_KINDS, ABSENCE_LIMITS } from '../../../../contract/rules/attendance/absence-rule.ts'
import { addDays } from '../../../../contract/rules/zoned-time.ts'
import zhCN from '../../locales/zh-CN/absences.json'
import { excuseRequest, type ExcuseRequest } from '../../core/absences/excuse-request.ts'
import { call } from '../../core/api/call.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { useChange } from '../../core/query/use-change.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { LinesField } from '../../ui/fields/LinesField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type ExcuseProblem, excuseSchema, type ExcuseValues, toNotice, toValues } from './excuse-form.ts'

addTexts('zh-CN', 'absences', zhCN)

/** What was begun, by child and notice, with the state of the notice that it began with, so that a closed dialog or a failure loses nothing. */
const drafts = new Map<string, { readonly from: Absence | null; readonly values: ExcuseValues }>()

const close = (): void => excuseRequest.set(null)

/** Closes the dialog after a change, whose draft is not needed any more. */
function finish({ onChanged }: ExcuseRequest, draft: string): void {
  drafts.delete(draft)
  close()
  onChanged()
}

/** Enters a notice of absence, or changes one. */
export default function ExcuseDialog({ request }: { request: ExcuseRequest }) {
  const { t } = useTranslation('absences')
  const { account, studentId, name, date, today, notice } = request
  const key = `${studentId} ${notice?.absenceId ?? ''}`
  const [kept] = useState(() => drafts.get(key))
  const [from] = useState(kept?.from ?? notice)
  const problems: Readonly<Record<ExcuseProblem, string>> = {
    order: t('wrongOrder'),
    past: t('wrongPast', { count: ABSENCE_LIMITS.back }),
    ahead: t('wrongAhead', { count: ABSENCE_LIMITS.ahead }),
    long: t('wrongLong', { count: ABSENCE_LIMITS.days }),
    times: t('wrongTimes'),
  }
  const save = useChange(
    async ({ values, version }: { values: ExcuseValues; version: string | null }) => {
      const given = toNotice(values)
      const saved =
        notice && version !== null
          ? await call(changeAbsence, { absenceId: notice.absenceId, ...given, version }, { account })
          : await call(requestAbsence, { studentId, ...given }, { account })
      finish(request, key)
      return saved
    },
    {
      done: ({ state }) => t(notice ? 'changed' : state === 'accepted' ? 'accepted' : 'sent', { name }),
      undo:
        ({ absenceId, version }) =>
        () =>
          (notice
            ? call(changeAbsence, { ...toChange(notice), version }, { account })
            : call(withdrawAbsence, { absenceId }, { account })
          ).finally(request.onChanged),
      renews: [],
    },
  )
  const form = useForm({
    schema: excuseSchema(today, (problem) => problems[problem]),
    values: toValues(from, date),
    record: {
      endpoint: changeAbsence,
      version: from?.version ?? null,
      valuesOf: (current) => toValues(current, date),
    },
    texts: { firstDate: t('noDate'), lastDate: t('noDate') },
    submit: (values, version) => save.mutateAsync({ values, version }),
  })
  const values = form.watch()
  const isOneDay = values.firstDate === values.lastDate
  useEffect(() => {
    if (form.changed) drafts.set(key, { from, values })
  })
  useEffect(() => {
    if (kept) form.reset(kept.values, { keepDefaultValues: true })
    // oxlint-disable-next-line react/exhaustive-deps -- when the dialog is opened
  }, [])

  return (
    <FormDialog
      title={t(notice ? 'changeTitle' : 'title', { name })}
      form={form}
      action={t(notice ? 'save' : 'send')}
      offline={t('offline')}
      onClose={close}
    >
      <div className="ab-pair">
        <TextField
          {...form.field('firstDate')}
          type="date"
          label={t('firstDate')}
          min={addDays(today, -ABSENCE_LIMITS.back)}
          max={addDays(today, ABSENCE_LIMITS.ahead)}
          onBlur={() => {
            if (values.lastDate < values.firstDate) form.change('lastDate', values.firstDate)
          }}
        />
        <TextField
          {...form.field('lastDate')}
          type="date"
          label={t('lastDate')}
          min={values.firstDate}
          max={addDays(today, ABSENCE_LIMITS.ahead)}
        />
      </div>
      {isOneDay && (
        <ChoicesField
          type="radio"
          name="part"
          label={t('part')}
          chosen={[values.part]}
          options={[
            ['whole', t('whole')],
            ['partial', t('partial')],
          ]}
          onChange={([chosen]) => chosen && form.change('part', chosen)}
        />
      )}
      {isOneDay && values.part === 'partial' && (
        <div className="ab-times">
          <div className="ab-pair">
            <TextField {...form.field('from')} type="time" label={t('from')} />
            <TextField {...form.field('until')} type="time" label={t('until')} />
          </div>
          <p className="k-field__hint">{t('timesHint')}</p>
        </div>
      )}
      <ChoicesField
        type="radio"
        name="kind"
        label={t('kind')}
        chosen={[values.kind]}
        options={ABSENCE_KINDS.map((kind) => [kind, t(`kinds.${kind}`)] as const)}
        onChange={([chosen]) => chosen && form.change('kind', chosen)}
      />
      <LinesField {...form.field('note')} label={t('note')} hint={t('noteHint')} rows={2} />
      {notice?.mayWithdraw && <WithdrawButton request={request} notice={notice} draft={key} />}
    </FormDialog>
  )
}

/** Withdraws the notice that is shown, with an undo that enters it anew. */
function WithdrawButton({ request, notice, draft }: { request: ExcuseRequest; notice: Absence; draft: string }) {
  const { t } = useTranslation('absences')
  const { account, studentId, onChanged } = request
  const withdraw = useChange(
    async () => {
      await call(withdrawAbsence, { absenceId: notice.absenceId }, { account })
      finish(request, draft)
    },
    {
      done: t('withdrawn'),
      failed: '',
      undo: () => () => {
        const { absenceId: _, ...given } = toChange(notice)
        return call(requestAbsence, { studentId, ...given }, { account }).finally(onChanged)
      },
      renews: [],
    },
  )
  return (
    <div>
      <Button needsNetwork onClick={() => withdraw.mutate()}>
        {t('withdraw')}
      </Button>
    </div>
  )
}

function toChange({ absenceId, firstDate, lastDate, from, until, kind, note }: Absence) {
  return { absenceId, firstDate, lastDate, from, until, kind, note }
}
