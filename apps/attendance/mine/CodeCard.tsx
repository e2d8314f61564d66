import { useState } from 'react'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { useTexts } from '../portal-context.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'

/** The personal code for stations: shown on request, because others may see the screen. */
export function CodeCard({ whose }: { whose: { studentId?: string } }) {
  const t = useTexts()
  const [isShown, setShown] = useState(false)
  return (
    <Card title={t('source.code')}>
      <p className="k-soft">{t('code.hint')}</p>
      {isShown ? (
        <ShownCode whose={whose} onHide={() => setShown(false)} />
      ) : (
        <div className="k-buttons">
          <Button data-action="personal-code" onClick={() => setShown(true)}>
            {t('code.show')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function ShownCode({ whose, onHide }: { whose: { studentId?: string }; onHide: () => void }) {
  const t = useTexts()
  const renewal = useChange(attendance.renewCode, { done: t('code.renewed') })
  const query = useEndpoint(attendance.code, whose)
  const { data } = query
  const [asks, setAsks] = useState(false)
  // The placeholder is another child's code.
  if (query.isPending || query.isPlaceholderData) return <p role="status">{t('loading')}</p>

  const failure = renewal.error && failureText(renewal.error)

  return (
    <>
      <div role="status">
        {query.isError && <p className="k-field__error">{failureText(query.error)}</p>}
        {data?.code && <p className="at-code">{data.code.replace(/^(\d{4})(?=\d)/, '$1 ')}</p>}
        {data?.code === null && <p>{t('code.none')}</p>}
        {data?.since && (
          <p className="k-soft">
            {t('code.since')} <TimeAgo at={data.since} />
          </p>
        )}
      </div>
      <div className="k-buttons">
        <Button needsNetwork onClick={() => (data?.code ? setAsks(true) : renewal.mutate(whose))}>
          {t(data?.code ? 'code.renew' : 'code.make')}
        </Button>
        <Button kind="quiet" onClick={onHide}>
          {t('code.hide')}
        </Button>
      </div>
      {!asks && <FormFailure failure={failure} />}
      {asks && (
        <ConfirmDialog
          question={t('code.question')}
          hint={t('code.questionHint')}
          action={t('code.renew')}
          kind="primary"
          onClose={() => setAsks(false)}
          change={() => renewal.mutateAsync(whose)}
        />
      )}
    </>
  )
}
