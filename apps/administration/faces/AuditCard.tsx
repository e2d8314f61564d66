import { useRef, useState } from 'react'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import { unitConfig } from '../../../contract/endpoints/units/tenant.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { usableTimeZone } from '../../../contract/rules/zoned-time.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { saveFile } from '../../../src/app/ui/files/save-file.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { auditDays, yearUntil } from './audit-days.ts'
import { useTexts } from '../portal-context.ts'

const TYPES = { csv: 'text/csv', json: 'application/json' } as const

/** Downloads the records of face events on some days, by the unit's clock. */
export function AuditCard() {
  const query = useEndpoint(unitConfig, {})
  return <Loaded query={query}>{({ timeZone }) => <AuditForm timeZone={usableTimeZone(timeZone)} />}</Loaded>
}

function AuditForm({ timeZone }: { timeZone: string }) {
  const t = useTexts()
  const { variables: last, mutateAsync } = useChange(faceAdmin.audit, { done: t('faces.audit.done') })
  const [initial] = useState(() => yearUntil(Date.now(), timeZone))
  const format = useRef<keyof typeof TYPES>('csv')
  const form = useForm({
    schema: auditDays,
    values: { from: last?.from ?? initial.from, to: last?.to ?? initial.to },
    async submit(days) {
      const wanted = format.current
      const text = await mutateAsync({ ...days, format: wanted })
      saveFile(new Blob([text], { type: TYPES[wanted] }), `face-audit-${days.from}-${days.to}.${wanted}`)
    },
  })
  const field = (name: 'from' | 'to') => (
    <TextField {...form.field(name)} type="date" label={t(`trail.${name}`)} max={initial.to} />
  )
  return (
    <Card title={t('faces.audit.title')} hint={t('faces.audit.hint')} className="fa-card" form={form.props}>
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
            busy={form.busy && last?.format === wanted}
            needsNetwork
            disabled={form.busy}
            onClick={() => (format.current = wanted)}
          >
            {t(`faces.audit.${wanted}`)}
          </Button>
        ))}
      </div>
    </Card>
  )
}
