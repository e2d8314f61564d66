import * as z from 'zod/mini'
import {
  downloadExport,
  listExports,
  openExport,
  startExport,
  type UnitExport,
  type UnitPage,
} from '../../../contract/endpoints/units/units.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { serverFile, useDownloads } from '../../../src/app/ui/files/download.ts'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { DialogButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useDates } from '../messages/use-dates.ts'
import { useTexts, useLocale } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'

/** Milliseconds between two looks at an export that is being written. */
const POLL = 1500

const isRunning = ({ state }: UnitExport) => state === 'waiting' || state === 'writing'

/** Everything that the unit owns in one ZIP: begun here, its progress, and the download. */
export function UnitExports({ unit }: { unit: UnitPage }) {
  const t = useTexts()
  const query = useEndpoint(
    listExports,
    { unitId: unit.unitId },
    { every: (found) => (found?.exports.some(isRunning) ? POLL : false) },
  )
  return (
    <Card title={t('imports.export.title')}>
      <p className="k-soft">{t('units.export.hint')}</p>
      <Loaded query={query}>
        {({ exports }) => (
          <>
            {exports.length === 0 ? (
              <p className="k-soft">{t('units.export.none')}</p>
            ) : (
              <ul className="ad-lines">
                {exports.map((one) => (
                  <ExportLine key={one.exportId} one={one} />
                ))}
              </ul>
            )}
            <div className="k-buttons">
              <DialogButton
                disabled={exports.some(isRunning)}
                renderDialog={(close) => <ExportDialog unit={unit} onClose={close} />}
              >
                {t('imports.export.title')}
              </DialogButton>
            </div>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function ExportLine({ one }: { one: UnitExport }) {
  const { t, language } = useLocale()
  const downloads = useDownloads()
  const { exportId, state, progress, withFiles, size, createdAt, expiresAt } = one
  const { moment } = useDates()
  const call = useCall()
  const download = useChange(
    async () => {
      await call(openExport, { exportId })
      await downloads.download(serverFile(downloadExport, { exportId }))
    },
    { failed: t('units.export.notOpened'), renews: [] },
  )
  return (
    <li>
      <span>
        {moment(createdAt)}
        <br />
        <span className="k-soft">
          {state === 'done' && size !== null && expiresAt !== null
            ? t('units.export.size', { size: formatBytes(size, language), until: moment(expiresAt) })
            : state === 'failed' || state === 'removed'
              ? t(`units.export.${state}`)
              : `${progress}%`}
        </span>
      </span>
      <Tag kind={state === 'failed' ? 'danger' : undefined}>{t(`units.export.state.${state}`)}</Tag>
      {withFiles && <Tag>{t('trail.fields.withFiles')}</Tag>}
      <span className="ad-lines__actions">
        {state === 'done' && (
          <Button
            kind="quiet"
            needsNetwork
            aria-label={t('units.export.downloadNamed', { at: moment(createdAt) })}
            onClick={() => download.mutate()}
          >
            {t('units.export.download')}
          </Button>
        )}
      </span>
      {isRunning(one) && <Progress value={progress / 100} label={t(`units.export.state.${state}`)} />}
    </li>
  )
}

function ExportDialog({ unit, onClose }: { unit: UnitPage; onClose: () => void }) {
  const { t, language, nameOf } = useLocale()
  const { unitId } = unit
  const name = nameOf(unit)
  const start = useChange(startExport, {
    done: t('units.export.started', { name }),
    shows: endpointQuery(listExports, { unitId }),
  })
  const form = useForm({
    schema: z.object({ withFiles: z.boolean() }),
    values: { withFiles: false },
    async submit({ withFiles }) {
      await start.mutateAsync({ unitId, withFiles })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('units.export.question', { name })}
      form={form}
      action={t('imports.export.title')}
      onClose={onClose}
    >
      <p className="k-caution">{t('units.export.owner')}</p>
      <p>{t('units.export.leftOut')}</p>
      <p className="k-soft">{t('units.export.moment')}</p>
      <SwitchField
        {...form.register('withFiles')}
        label={t('units.export.withFiles')}
        hint={t('units.export.withFilesHint', { size: formatBytes(unit.storage, language) })}
      />
    </FormDialog>
  )
}
