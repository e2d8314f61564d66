import { useState } from 'react'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { QuestionDialog } from '../../../src/app/ui/dialog/QuestionDialog.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { usePortal, useTexts } from '../portal-context.ts'
import { useFailureReason, useEndpoint, useSend } from '../use-endpoint.ts'

/** The personal code for stations: shown on request, because others may see the screen. */
export function CodeCard({ whose }: { whose: { studentId?: string } }) {
  const t = useTexts()
  const [isShown, setShown] = useState(false)
  return (
    <Card title={t('code.title')}>
      <p className="at-soft">{t('code.hint')}</p>
      {isShown ? (
        <ShownCode whose={whose} onHide={() => setShown(false)} />
      ) : (
        <div className="at-row">
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
  const portal = usePortal()
  const send = useSend()
  const query = useEndpoint(attendance.code, whose)
  const { data } = query
  const [asks, setAsks] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const reasonOf = useFailureReason()
  // The placeholder is another child's code.
  if (query.isPending || query.isPlaceholderData) return <p role="status">{t('loading')}</p>

  const renew = async () => {
    setFailure(null)
    await send(attendance.renewCode, whose)
    setAsks(false)
    portal.notify('success', t('code.renewed'))
  }
  const fail = (error: unknown) => setFailure(reasonOf(error))

  return (
    <>
      <div role="status">
        {query.isError && <p className="k-field__error">{reasonOf(query.error)}</p>}
        {data?.code && <p className="at-code">{data.code.replace(/^(\d{4})(?=\d)/, '$1 ')}</p>}
        {data?.code === null && <p>{t('code.none')}</p>}
        {data?.since && (
          <p className="at-soft">
            {t('code.since')} <TimeAgo at={data.since} />
          </p>
        )}
      </div>
      <div className="at-row">
        <Button needsNetwork onClick={() => (data?.code ? setAsks(true) : void renew().catch(fail))}>
          {t(data?.code ? 'code.renew' : 'code.make')}
        </Button>
        <Button kind="quiet" onClick={onHide}>
          {t('code.hide')}
        </Button>
      </div>
      {!asks && <FormFailure failure={failure} />}
      <QuestionDialog
        open={asks}
        question={t('code.question')}
        action={t('code.renew')}
        kind="primary"
        needsNetwork
        onClose={() => setAsks(false)}
        onConfirm={renew}
        onFailure={fail}
      >
        <p>{t('code.questionHint')}</p>
        <FormFailure failure={failure} />
      </QuestionDialog>
    </>
  )
}
