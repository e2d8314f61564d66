import { useEffect, useRef, useState } from 'react'
import { exportClass } from '../../../contract/endpoints/people/roster.ts'
import { EXPORT_RELEASE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { RosterColumn } from '../../../contract/rules/roster-columns.ts'
import { useChange } from '../../../src/app/micro-apps/use-change.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { saveFile } from '../../../src/app/ui/files/save-file.ts'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import type { ShownClass } from '../ClassHeader.tsx'
import { failureText, nameIn, useLanguage, useOnline, usePortal, useTexts } from '../portal-context.ts'
import { classSheet } from './columns.ts'

type Destination = 'download' | 'keep'

/** Exports the class as a sheet: to this device, or into the user's files. */
export function ExportDialog({
  of,
  columns,
  onClose,
}: {
  of: ShownClass
  columns: readonly RosterColumn[]
  onClose: () => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const online = useOnline()
  const mayKnowPhones = usePermitted('roster_contacts')
  const [phones, setPhones] = useState(false)
  const ending = useRef<AbortController>(null)

  useEffect(() => () => ending.current?.abort(), [])

  const bring = async (to: Destination) => {
    const { signal } = (ending.current = new AbortController())
    const found = await portal.call(exportClass, { classId: of.classId, contacts: phones }, { signal, quiet: true })
    const sheet = classSheet(found.students, columns, { language, t, phones })
    const title = t('export.file', { name: nameIn(of, language) })
    if (to === 'download' && portal.export.post) {
      const tellRefused = () => portal.notify('error', failureText(new PortalError('export.no_file')))
      await portal.export.post(signal, title, [sheet], tellRefused)
      portal.notify('info', t('export.sent'))
    } else {
      const bytes = await portal.export.workbook(signal, [sheet])
      const name = `${title}.xlsx`
      if (to === 'download') saveFile(bytes, name)
      else await portal.upload.single(signal, { file: new File([bytes], name, { type: bytes.type }) })
      portal.notify('success', t(to === 'download' ? 'export.done' : 'export.kept'))
    }
    await new Promise((resolve) => setTimeout(resolve, EXPORT_RELEASE))
    if (!signal.aborted) onClose()
  }
  const { mutate, isPending, variables, error } = useChange(bring, { renews: [] })
  const running = isPending && variables

  return (
    <Dialog
      title={t('export.title')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <>
          <Button busy={running === 'keep'} needsNetwork disabled={isPending} onClick={() => mutate('keep')}>
            {t('export.keep')}
          </Button>
          <Button
            kind="primary"
            busy={running === 'download'}
            needsNetwork
            disabled={isPending}
            onClick={() => mutate('download')}
          >
            {t('export.download')}
          </Button>
        </>
      }
    >
      <p className="k-soft">{t('export.hint')}</p>
      {mayKnowPhones && (
        <SwitchField
          label={t('export.phones')}
          hint={t('export.phonesHint')}
          checked={phones}
          onChange={(event) => setPhones(event.currentTarget.checked)}
        />
      )}
      <p className="visually-hidden" role="status">
        {isPending && t('export.busy')}
      </p>
      <p className="k-field__error" role="alert">
        {error ? t('unsent', { reason: failureText(error) }) : !online && t('offline.action')}
      </p>
    </Dialog>
  )
}
