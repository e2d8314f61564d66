import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { audit } from '../../../../contract/endpoints/faces/face-admin.ts'
import { usableTimeZone } from '../../../../contract/rules/zoned-time.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { notify } from '../../core/notices/notices.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { auditDays, yearUntil } from './audit-days.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'

const TYPES = { csv: 'text/csv', json: 'application/json' } as const

/** Downloads the records of face events on some days. */
export function AuditCard() {
  const { t } = useTranslation('faceAdmin')
  const online = useOnline()
  const id = useId()
  const [initial] = useState(() => yearUntil(Date.now(), usableTimeZone(documentUnit()?.timeZone)))
  const [kept, setKept] = useState(initial)
  const [fetching, setFetching] = useState<keyof typeof TYPES>('csv')
  const format = useRef<keyof typeof TYPES>('csv')
  const form = useForm({
    schema: auditDays,
    values: kept,
    async submit(days) {
      const wanted = format.current
      setFetching(wanted)
      const text = await call(audit, { ...days, format: wanted })
      saveFile(new Blob([text], { type: TYPES[wanted] }), `face-audit-${days.from}-${days.to}.${wanted}`)
      notify('success', t('audit.done'))
      setKept(days)
    },
  })
  const field = (name: 'from' | 'to') => (
    <TextField {...form.field(name)} type="date" label={t(`audit.${name}`)} max={initial.to} />
  )
  return (
    <form {...form.props} className="k-card k-stack fa-card" aria-labelledby={id}>
      <div>
        <h2 id={id}>{t('audit.title')}</h2>
        <p className="k-field__hint">{t('audit.hint')}</p>
      </div>
      <div className="fa-days">
        {field('from')}
        {field('to')}
      </div>
      <FormFailure failure={form.failure} />
      <div className="k-form-footer">
        {(['csv', 'json'] as const).map((wanted) => (
          <Button
            key={wanted}
            type="submit"
            kind={wanted === 'csv' ? 'primary' : 'plain'}
            busy={form.busy && fetching === wanted}
            disabled={!online || form.busy}
            onClick={() => (format.current = wanted)}
          >
            {t(`audit.${wanted}`)}
          </Button>
        ))}
      </div>
    </form>
  )
}
