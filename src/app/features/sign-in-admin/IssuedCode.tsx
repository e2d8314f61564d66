import copyGlyph from '@phosphor-icons/core/regular/copy.svg?raw'
import { useTranslation } from 'react-i18next'
import type { issueCode } from '../../../../contract/endpoints/passwords.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { notify } from '../../core/notices/notices.ts'
import { useAdmin } from './admin-context.ts'

type Issued = ResponseOf<typeof issueCode>

/** Shows a one-time code this once, large enough to be read out, and says what to do with it. */
export function IssuedCode({ issued, onClose }: { issued: Issued | null; onClose: () => void }) {
  const { t } = useTranslation('signInAdmin')
  const { t: common } = useTranslation('common')
  return (
    <Dialog
      open={issued !== null}
      title={issued ? t('help.code.issuedFor', issued) : ''}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      {issued && <Code issued={issued} />}
    </Dialog>
  )
}

function Code({ issued: { code, expiresAt } }: { issued: Issued }) {
  const { t } = useTranslation('signInAdmin')
  const { language } = useAdmin()
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`

  const copy = () =>
    navigator.clipboard.writeText(shown).then(
      () => notify('success', t('copied', { label: t('help.code.name') })),
      // Refused by the browser: it can be read and selected all the same.
      () => undefined,
    )

  return (
    <div className="n-code-told" role="status">
      <output className="n-code-told__code">{shown}</output>
      <Button icon={copyGlyph} onClick={() => void copy()}>
        {t('help.code.copy')}
      </Button>
      <p>{t('help.code.once', { until: formatDateTime(expiresAt, language) })}</p>
      <p>{t('help.code.where')}</p>
    </div>
  )
}
